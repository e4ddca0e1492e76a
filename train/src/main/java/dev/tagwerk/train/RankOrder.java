package dev.tagwerk.train;

/** What rank 0 tells another rank, one line each on its standard input. */
sealed interface RankOrder {
    /** Compute your share of a step's gradients. */
    record Step(int step, long update, double lossScale) implements RankOrder {}

    /** All have computed: sum the gradients with the others and change the weights. */
    record Sum() implements RankOrder {}

    /** Say what your weights and the optimiser's state are. */
    record Check() implements RankOrder {}

    /** Score your share of the held-out rows. */
    record Evaluate() implements RankOrder {}

    /** The run ends here. */
    record End(String reason) implements RankOrder {}

    default String line() {
        return switch (this) {
            case Step step ->
                    "step "
                            + step.step()
                            + " "
                            + step.update()
                            + " "
                            + Double.toHexString(step.lossScale());
            case Sum sum -> "sum";
            case Check check -> "check";
            case Evaluate evaluate -> "evaluate";
            case End end -> "end " + RankWords.quoted(end.reason());
        };
    }

    /**
     * The inverse of {@link #line()}.
     *
     * @throws IllegalArgumentException when it is none
     */
    static RankOrder read(String line) {
        String[] words = line.split(" ", 2);
        return switch (words[0]) {
            case "step" -> {
                String[] numbers = words[1].split(" ");
                yield new Step(
                        Integer.parseInt(numbers[0]),
                        Long.parseLong(numbers[1]),
                        Double.parseDouble(numbers[2]));
            }
            case "sum" -> new Sum();
            case "check" -> new Check();
            case "evaluate" -> new Evaluate();
            case "end" -> new End(RankWords.unquoted(words[1]));
            default -> throw new IllegalArgumentException("no order: " + line);
        };
    }
}
