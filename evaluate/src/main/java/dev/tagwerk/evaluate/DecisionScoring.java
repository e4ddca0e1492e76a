package dev.tagwerk.evaluate;

import dev.tagwerk.data.DecisionPrompt;
import dev.tagwerk.data.DecisionRow;
import dev.tagwerk.data.Presentation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntConsumer;

/** Puts rows before a model, batch by batch. */
final class DecisionScoring {
    private DecisionScoring() {}

    /**
     * Each row's option logits in canonical order.
     *
     * @param shown how a row is presented
     * @param done is told after each batch how many rows are done
     */
    static List<double[]> logits(
            Decider decider,
            List<DecisionRow> rows,
            Function<DecisionRow, Presentation> shown,
            int batchSize,
            IntConsumer done) {
        List<double[]> result = new ArrayList<>();
        for (int start = 0; start < rows.size(); start += batchSize) {
            List<DecisionRow> batch = rows.subList(start, Math.min(rows.size(), start + batchSize));
            List<Presentation> presentations = batch.stream().map(shown).toList();
            List<DecisionPrompt> prompts = new ArrayList<>();
            for (int i = 0; i < batch.size(); i++) {
                prompts.add(presentations.get(i).prompt(batch.get(i)));
            }
            List<double[]> logits = decider.logits(prompts);
            for (int i = 0; i < batch.size(); i++) {
                result.add(presentations.get(i).canonical(logits.get(i)));
            }
            done.accept(result.size());
        }
        return result;
    }

    /** As {@link #logits}, with the rows as written. */
    static List<double[]> canonical(
            Decider decider, List<DecisionRow> rows, int batchSize, IntConsumer done) {
        return logits(decider, rows, Presentation::canonical, batchSize, done);
    }
}
