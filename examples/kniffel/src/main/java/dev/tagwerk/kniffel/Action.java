package dev.tagwerk.kniffel;

/** What a player does after a throw. */
public sealed interface Action {
    /** The option's name in prompts. */
    String words();

    /**
     * Throw the other dice again.
     *
     * @param dice none to four dice that stay on the table
     */
    record Keep(Dice dice) implements Action {
        public Keep {
            if (dice.size() == 5) {
                throw new KniffelException("dice must leave one to throw: fill a box instead");
            }
        }

        @Override
        public String words() {
            return dice.size() == 0 ? "keep nothing" : "keep " + dice;
        }
    }

    /**
     * End the turn.
     *
     * @param box the box that the five dice are written into
     */
    record Fill(Box box) implements Action {
        @Override
        public String words() {
            return "fill " + box.word();
        }
    }
}
