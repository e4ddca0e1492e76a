package dev.tagwerk.ledger;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** What uses cost, meter by meter. The sum of its lines is its total, to the last digit. */
public record Bill(List<Line> lines) {
    public Bill {
        lines = List.copyOf(lines);
        if (lines.isEmpty()) {
            throw new LedgerException("a bill over nothing");
        }
    }

    /** Before any grant; empty where a price is unknown. */
    public Optional<Money> list() {
        return sum(Line::list);
    }

    /** What is to be paid; empty where a price is unknown. */
    public Optional<Money> afterGrant() {
        return sum(Line::afterGrant);
    }

    private Optional<Money> sum(Function<Line, Optional<Money>> part) {
        Optional<Money> sum = Optional.empty();
        for (Line line : lines) {
            Optional<Money> cost = part.apply(line);
            if (cost.isEmpty()) {
                return Optional.empty();
            }
            sum = Optional.of(sum.map(before -> before.plus(cost.get())).orElse(cost.get()));
        }
        return sum;
    }
}
