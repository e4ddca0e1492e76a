package dev.tagwerk.train;

import dev.tagwerk.data.DecisionRow;
import dev.tagwerk.model.Shares;
import dev.tagwerk.model.TextInput;
import dev.tagwerk.modelfiles.BatchShare;
import dev.tagwerk.spec.Recipe;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * The lengths of a job's rows: what its batches look like, without what is in them.
 *
 * @param train in the file's order
 * @param whole whether these are all rows
 * @param distinctTokens how many different tokens they hold
 */
record RowShapes(List<Shape> train, List<Shape> validation, boolean whole, long distinctTokens) {
    private static final int EPOCHS = 3;
    private static final int EVALUATED_AT_ONCE = 256;
    private static final int TOKENS_AT_ONCE = 2048;

    RowShapes {
        train = List.copyOf(train);
        validation = List.copyOf(validation);
    }

    /**
     * One text or question.
     *
     * @param selected positions whose last hidden states are wanted
     */
    record Shape(int length, int selected) {
        Shape cut(int most) {
            return length <= most ? this : new Shape(most, Math.min(selected, most - 1));
        }
    }

    static RowShapes of(TrainingSet rows, boolean whole) {
        BitSet tokens = new BitSet();
        List<Shape> train = shapes(rows.train(), tokens);
        List<Shape> validation = shapes(rows.validation(), tokens);
        return new RowShapes(train, validation, whole, Math.max(1, tokens.cardinality()));
    }

    private static List<Shape> shapes(List<Unit> units, BitSet tokens) {
        List<Shape> shapes = new ArrayList<>();
        for (Unit unit : units) {
            switch (unit) {
                case Unit.Texts texts -> {
                    for (TextInput text : texts.texts()) {
                        shapes.add(new Shape(text.ids().length, text.labels()));
                        for (int id : text.ids()) {
                            tokens.set(id);
                        }
                    }
                }
                case Unit.Decision decision -> {
                    DecisionRow row = decision.row();
                    shapes.add(new Shape(decision.length(), row.options().size() + 1));
                }
            }
        }
        return shapes;
    }

    long rows() {
        return train.size() + validation.size();
    }

    long tokens() {
        return tokens(train) + tokens(validation);
    }

    private static long tokens(List<Shape> shapes) {
        return shapes.stream().mapToLong(Shape::length).sum();
    }

    /**
     * The heaviest micro-batches of the first epochs, as this recipe would draw them, each in
     * shares of about equal work. What rows have in common counts as often as it stands there.
     */
    List<List<BatchShare>> batches(Recipe recipe, int shares, boolean dropsLong) {
        List<List<Shape>> units = units(recipe, dropsLong);
        BatchOrder order =
                new BatchOrder(
                        units.stream().map(unit -> (int) tokens(unit)).toList(),
                        recipe.batchSize() * recipe.gradientAccumulationSteps(),
                        recipe.groupByLength(),
                        recipe.seed());
        int steps = Lengths.steps(recipe.length(), order.stepsPerEpoch());
        int most = whole ? Math.min(steps, EPOCHS * order.stepsPerEpoch()) : Integer.MAX_VALUE;
        Heaviest heaviest = new Heaviest();
        int step = 0;
        for (int epoch = 0; epoch < EPOCHS && step < most; epoch++) {
            for (List<Integer> rows : order.epoch(epoch)) {
                if (step++ == most) {
                    break;
                }
                for (int start = 0; start < rows.size(); start += recipe.batchSize()) {
                    List<Shape> micro = new ArrayList<>();
                    int end = Math.min(rows.size(), start + recipe.batchSize());
                    rows.subList(start, end).forEach(row -> micro.addAll(units.get(row)));
                    heaviest.add(micro);
                }
            }
        }
        return heaviest.all().stream().map(micro -> shared(micro, shares, 0)).toList();
    }

    /** Those batches that take most memory are among these. */
    private static final class Heaviest {
        private static final int KEPT = 24;

        private final PriorityQueue<List<Shape>> queue =
                new PriorityQueue<>(Comparator.comparingLong(Heaviest::weight));

        void add(List<Shape> batch) {
            queue.add(batch);
            if (queue.size() > KEPT) {
                queue.remove();
            }
        }

        List<List<Shape>> all() {
            return List.copyOf(queue);
        }

        // tokens, and those of long rows a little more
        private static long weight(List<Shape> batch) {
            return batch.stream().mapToLong(row -> row.length() * (2048L + row.length())).sum();
        }
    }

    /** What evaluations compute at once: as many shares as there are workers at a time. */
    List<List<BatchShare>> evaluations(Recipe recipe, int shares) {
        List<List<BatchShare>> batches = new ArrayList<>();
        for (int start = 0; start < validation.size(); start += EVALUATED_AT_ONCE) {
            int end = Math.min(validation.size(), start + EVALUATED_AT_ONCE);
            List<Shape> part =
                    validation.subList(start, end).stream()
                            .map(shape -> shape.cut(recipe.maxLength()))
                            .toList();
            List<BatchShare> all = shared(part, shares, TOKENS_AT_ONCE);
            for (int from = 0; from < all.size(); from += shares) {
                batches.add(all.subList(from, Math.min(all.size(), from + shares)));
            }
        }
        return batches;
    }

    private static List<BatchShare> shared(List<Shape> rows, int shares, int tokensAtOnce) {
        List<BatchShare> list = new ArrayList<>();
        List<Integer> lengths = rows.stream().map(Shape::length).toList();
        for (List<Integer> share : Shares.of(lengths, shares, tokensAtOnce)) {
            list.add(
                    new BatchShare(
                            share.stream().map(lengths::get).toList(),
                            share.stream().mapToInt(row -> rows.get(row).selected()).sum()));
        }
        return list;
    }

    // what batch_size counts: rows, or packs of them
    List<List<Shape>> units(Recipe recipe, boolean dropsLong) {
        List<List<Shape>> units = new ArrayList<>();
        List<Shape> open = new ArrayList<>();
        for (Shape row : train) {
            if (dropsLong && row.length() > recipe.maxLength()) {
                continue;
            }
            Shape shape = row.cut(recipe.maxLength());
            if (!open.isEmpty()
                    && (!recipe.packing() || tokens(open) + shape.length() > recipe.maxLength())) {
                units.add(List.copyOf(open));
                open.clear();
            }
            open.add(shape);
        }
        if (!open.isEmpty()) {
            units.add(List.copyOf(open));
        }
        return whole ? units : filled(units, recipe.batchSize());
    }

    // a batch may hold more rows than were read; those that were not are taken to be as long
    private static List<List<Shape>> filled(List<List<Shape>> units, int batchSize) {
        int read = units.size();
        for (int next = 0; read > 0 && units.size() < batchSize; next++) {
            units.add(units.get(next % read));
        }
        return units;
    }
}
