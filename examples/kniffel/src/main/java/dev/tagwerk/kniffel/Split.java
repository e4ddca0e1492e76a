package dev.tagwerk.kniffel;

/**
 * The three parts of the data. A position belongs to one of them for good, by a hash of the
 * decision itself: under any seed and any number of rows no training set holds a held-out position.
 */
enum Split {
    TRAIN("train"),
    VALIDATION("validation"),
    HELD_OUT("heldout");

    private final String file;

    Split(String file) {
        this.file = file;
    }

    /** The stem of the split's file names. */
    String file() {
        return file;
    }

    /** One tenth is held out, one tenth is for validation. */
    static Split of(Position position) {
        Card card = position.card();
        long state = card.openBoxes() * 64L + card.upper();
        long key = (state * DiceTable.KEEPS + position.dice().index()) * 3 + position.rollsLeft();
        return switch (new SeededRandom(key).nextInt(10)) {
            case 0 -> HELD_OUT;
            case 1 -> VALIDATION;
            default -> TRAIN;
        };
    }
}
