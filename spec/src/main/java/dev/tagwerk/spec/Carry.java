package dev.tagwerk.spec;

import java.util.List;

/** What becomes of a key of another tool. */
sealed interface Carry {
    /** In a few words, for the reference. */
    String words();

    /** It means the same here, and takes the same values. */
    record Same(Key<?> ours) implements Carry {
        @Override
        public String words() {
            return "`" + ours.path() + "`";
        }
    }

    /**
     * It is read together with others.
     *
     * @param ours the keys it becomes
     * @param how what to know; may be empty
     */
    record With(List<Key<?>> ours, String how) implements Carry {
        public With {
            ours = List.copyOf(ours);
        }

        @Override
        public String words() {
            String keys =
                    String.join(", ", ours.stream().map(key -> "`" + key.path() + "`").toList());
            return keys + (keys.isEmpty() || how.isEmpty() ? "" : "; ") + how;
        }
    }

    /** Nothing is lost without it; it is passed over in silence. */
    record Needless(String why) implements Carry {
        @Override
        public String words() {
            return "not needed: " + why;
        }
    }

    /**
     * The job does without it, and says so when it is set.
     *
     * @param remedy what to do instead; may be empty
     */
    record Lost(String why, String remedy) implements Carry {
        @Override
        public String words() {
            return "not carried over: " + why;
        }
    }

    /** When it is set, nothing is imported. */
    record Refused(String why, String remedy) implements Carry {
        @Override
        public String words() {
            return "refused: " + why;
        }
    }
}
