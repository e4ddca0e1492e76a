package dev.tagwerk.kniffel;

/** The thirteen boxes of the score card, in the order of the card. */
public enum Box {
    ONES("ones"),
    TWOS("twos"),
    THREES("threes"),
    FOURS("fours"),
    FIVES("fives"),
    SIXES("sixes"),
    THREE_OF_A_KIND("triple"),
    FOUR_OF_A_KIND("quad"),
    FULL_HOUSE("full house"),
    SMALL_STRAIGHT("small straight"),
    LARGE_STRAIGHT("large straight"),
    KNIFFEL("kniffel"),
    CHANCE("chance");

    /** Number of boxes, and of turns in a game. */
    static final int COUNT = 13;

    /** Boxes of the upper part: ones to sixes. */
    static final int UPPER_COUNT = 6;

    private static final Box[] ALL = values();

    private final String word;

    Box(String word) {
        this.word = word;
    }

    static Box at(int index) {
        return ALL[index];
    }

    /** The word for this box in prompts; short, because every token costs the player time. */
    public String word() {
        return word;
    }

    /** Whether the box counts towards the bonus. */
    public boolean upper() {
        return ordinal() < UPPER_COUNT;
    }

    /** The face that an upper box collects, 1 to 6. */
    int face() {
        if (!upper()) {
            throw new KniffelException(word + " collects no single face");
        }
        return ordinal() + 1;
    }

    /** The box's bit in a set of boxes. */
    int bit() {
        return 1 << ordinal();
    }

    /**
     * Points for five dice in this box, 0 where the dice do not fit. Without jokers: five of a kind
     * is no full house.
     */
    public int points(Dice dice) {
        if (dice.size() != 5) {
            throw new KniffelException("only five dice are scored, not " + dice.size());
        }
        int sum = 0;
        int most = 0;
        boolean pair = false;
        int run = 0;
        int longestRun = 0;
        for (int face = 1; face <= 6; face++) {
            int count = dice.count(face);
            sum += face * count;
            most = Math.max(most, count);
            pair |= count == 2;
            run = count > 0 ? run + 1 : 0;
            longestRun = Math.max(longestRun, run);
        }
        return switch (this) {
            case ONES, TWOS, THREES, FOURS, FIVES, SIXES -> face() * dice.count(face());
            case THREE_OF_A_KIND -> most >= 3 ? sum : 0;
            case FOUR_OF_A_KIND -> most >= 4 ? sum : 0;
            case FULL_HOUSE -> most == 3 && pair ? 25 : 0;
            case SMALL_STRAIGHT -> longestRun >= 4 ? 30 : 0;
            case LARGE_STRAIGHT -> longestRun == 5 ? 40 : 0;
            case KNIFFEL -> most == 5 ? 50 : 0;
            case CHANCE -> sum;
        };
    }
}
