package dev.tagwerk.market;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** One row of a {@link Table}; an empty cell is an unknown value. */
record Row(Table table, int line, String[] cells) {
    String place() {
        return table.name() + ":" + line;
    }

    String text(String column) {
        return optional(column).orElseThrow(() -> new MarketException("'" + column + "' is empty"));
    }

    Optional<String> optional(String column) {
        String cell = cells[table.column(column)];
        return cell.isEmpty() ? Optional.empty() : Optional.of(cell);
    }

    double number(String column) {
        return Double.parseDouble(text(column));
    }

    int integer(String column) {
        return Integer.parseInt(text(column));
    }

    OptionalDouble optionalNumber(String column) {
        return optional(column)
                .map(cell -> OptionalDouble.of(Double.parseDouble(cell)))
                .orElse(OptionalDouble.empty());
    }

    OptionalInt optionalInteger(String column) {
        return optional(column)
                .map(cell -> OptionalInt.of(Integer.parseInt(cell)))
                .orElse(OptionalInt.empty());
    }

    boolean yes(String column) {
        return switch (text(column)) {
            case "yes" -> true;
            case "no" -> false;
            default -> throw new MarketException("'" + column + "' is neither yes nor no");
        };
    }

    List<String> list(String column, String separator) {
        return optional(column)
                .map(cell -> Arrays.stream(cell.split(separator)).map(String::strip).toList())
                .orElse(List.of());
    }

    Provenance provenance() {
        return new Provenance(text("source"), text("date"), Confidence.of(text("confidence")));
    }
}
