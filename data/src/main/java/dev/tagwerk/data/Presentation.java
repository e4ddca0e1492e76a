package dev.tagwerk.data;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * How a row is shown once: which phrasing, and in which order its options.
 *
 * @param instructions the phrasing
 * @param order canonical index of the option shown at each place
 * @param label the place at which the right option is shown
 */
public record Presentation(String instructions, List<Integer> order, int label) {
    public Presentation {
        Objects.requireNonNull(instructions, "instructions");
        order = List.copyOf(order);
        boolean[] seen = new boolean[order.size()];
        for (int index : order) {
            if (index < 0 || index >= seen.length || seen[index]) {
                throw new DataException("order " + order + " is no permutation");
            }
            seen[index] = true;
        }
        if (label < 0 || label >= order.size()) {
            throw new DataException("label " + label + " is none of " + order.size() + " places");
        }
    }

    /** The row as written: its own phrasing, options in canonical order. */
    public static Presentation canonical(DecisionRow row) {
        return inOrder(row, row.instructions(), identity(row.options().size()));
    }

    /** {@code row} with its options in {@code order}; the label follows. */
    public static Presentation inOrder(DecisionRow row, String instructions, List<Integer> order) {
        if (order.size() != row.options().size()) {
            throw new DataException(
                    "order has "
                            + order.size()
                            + " places for "
                            + row.options().size()
                            + " options (line "
                            + row.line()
                            + ")");
        }
        return new Presentation(instructions, order, order.indexOf(row.label()));
    }

    /** The options in the order shown. */
    public List<Option> options(DecisionRow row) {
        return order.stream().map(row.options()::get).toList();
    }

    /** The prompt as shown. */
    public DecisionPrompt prompt(DecisionRow row) {
        return DecisionPrompt.render(row.kind(), row.state(), instructions, options(row));
    }

    /** Values in canonical order, put into the order shown. */
    public double[] shown(double[] canonical) {
        checkSize(canonical.length);
        double[] shown = new double[canonical.length];
        for (int place = 0; place < shown.length; place++) {
            shown[place] = canonical[order.get(place)];
        }
        return shown;
    }

    /** Values in the order shown, put back into canonical order. */
    public double[] canonical(double[] shown) {
        checkSize(shown.length);
        double[] canonical = new double[shown.length];
        for (int place = 0; place < shown.length; place++) {
            canonical[order.get(place)] = shown[place];
        }
        return canonical;
    }

    private void checkSize(int size) {
        if (size != order.size()) {
            throw new DataException(size + " values for " + order.size() + " options");
        }
    }

    static List<Integer> identity(int size) {
        List<Integer> order = new ArrayList<>(size);
        for (int k = 0; k < size; k++) {
            order.add(k);
        }
        return order;
    }
}
