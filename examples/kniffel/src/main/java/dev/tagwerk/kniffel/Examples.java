package dev.tagwerk.kniffel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Questions about positions, labelled by the solver. */
final class Examples {
    /** Points by which an option must be worse for the teacher to give it 1/e of the weight. */
    private static final double TEACHER_POINTS = 1.5;

    /** The spread that blurs the teacher's levels, in points. */
    private static final double LEVEL_POINTS = 5;

    /**
     * Points below which two actions count as equal: rounding is far below, any difference above.
     */
    private static final double EQUAL = 1e-6;

    private final Optimum optimum;

    Examples(Optimum optimum) {
        this.optimum = optimum;
    }

    /**
     * Two examples for each of the given number of positions: a choice, then in turn a noul or a
     * score. Of three nouls one is taken where stopping is right, which play alone makes too rare.
     */
    List<Example> draw(PositionSource source, int positions) {
        List<Example> examples = new ArrayList<>(2 * positions);
        for (int position = 0; position < positions; position++) {
            boolean asksScore = position % 2 == 1;
            boolean wantsStop = position % 6 == 4;
            Position next = source.next();
            while (!asksScore && !asksClearly(next, wantsStop)) {
                next = source.next();
            }
            examples.add(choice(next));
            examples.add(asksScore ? score(next) : noul(next));
        }
        return List.copyOf(examples);
    }

    /**
     * Where both are equally right, as with the last box sure of its points, a noul has no answer.
     */
    private boolean asksClearly(Position position, boolean wantsStop) {
        if (position.rollsLeft() == 0) {
            return false;
        }
        double gain = optimum.gainOfRolling(position);
        return wantsStop ? gain < -EQUAL : gain > EQUAL;
    }

    Example choice(Position position) {
        Question question = Question.about(position);
        double[] regrets = optimum.regrets(position, question.actions());
        return example(
                "choice",
                position,
                Wording.CHOICE,
                question.options(),
                Players.first(regrets),
                regrets);
    }

    Example noul(Position position) {
        double gain = optimum.gainOfRolling(position);
        double[] regrets = {Math.max(0, gain), Math.max(0, -gain)};
        return example("noul", position, Wording.NOUL, Wording.noul(), gain > 0 ? 1 : 0, regrets);
    }

    Example score(Position position) {
        double expected = optimum.expectedTotal(position);
        return new Example(
                "score",
                Wording.state(position),
                Wording.SCORE,
                Wording.score(),
                Wording.level(expected),
                List.of(),
                levels(expected));
    }

    private static Example example(
            String kind,
            Position position,
            String instructions,
            List<Option> options,
            int label,
            double[] regrets) {
        return new Example(
                kind,
                Wording.state(position),
                instructions,
                options,
                label,
                Arrays.stream(regrets).boxed().toList(),
                softened(regrets));
    }

    private static List<Double> softened(double[] regrets) {
        double[] weights = new double[regrets.length];
        for (int option = 0; option < weights.length; option++) {
            weights[option] = Math.exp(-regrets[option] / TEACHER_POINTS);
        }
        return normalised(weights);
    }

    /** A logistic blur around the expected result, cut at the levels. */
    private static List<Double> levels(double expected) {
        int count = Wording.LEVELS.size() + 1;
        double[] weights = new double[count];
        for (int level = 0; level < count; level++) {
            double above = level == 0 ? 1 : atLeast(expected, Wording.LEVELS.get(level - 1));
            double beyond = level == count - 1 ? 0 : atLeast(expected, Wording.LEVELS.get(level));
            weights[level] = above - beyond;
        }
        return normalised(weights);
    }

    private static double atLeast(double expected, double threshold) {
        return 1 / (1 + Math.exp((threshold - expected) / LEVEL_POINTS));
    }

    private static List<Double> normalised(double[] weights) {
        double sum = Arrays.stream(weights).sum();
        return Arrays.stream(weights).map(weight -> weight / sum).boxed().toList();
    }
}
