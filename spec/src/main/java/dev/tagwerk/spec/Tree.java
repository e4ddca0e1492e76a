package dev.tagwerk.spec;

import java.util.List;
import java.util.Optional;

/** What YAML and JSON have in common, with positions; numbers keep the text that was written. */
sealed interface Tree {
    Place at();

    /** How the value reads in a message: {@code the text "abc"}, {@code a list}. */
    String describe();

    enum Style {
        /** As YAML's core schema takes it: number, boolean, nothing or text. */
        PLAIN,
        /** Text, whatever it looks like. */
        QUOTED,
        /** Put in from outside the file: whatever the key wants. */
        GIVEN
    }

    record Scalar(Place at, String text, Style style) implements Tree {
        Core core() {
            return style == Style.QUOTED ? Core.TEXT : Core.of(text);
        }

        /** The value as text, when it is text here. */
        Optional<String> asText() {
            return style == Style.GIVEN || core() == Core.TEXT
                    ? Optional.of(text)
                    : Optional.empty();
        }

        @Override
        public String describe() {
            return switch (core()) {
                case NOTHING -> "nothing";
                case BOOLEAN -> shortened();
                case WHOLE, REAL -> "the number " + shortened();
                case TEXT -> "the text \"" + shortened() + "\"";
            };
        }

        private String shortened() {
            String oneLine = Shown.oneLine(text);
            return oneLine.length() <= 60 ? oneLine : oneLine.substring(0, 57) + "...";
        }
    }

    record Sequence(Place at, List<Tree> items) implements Tree {
        @Override
        public String describe() {
            return "a list";
        }
    }

    record Mapping(Place at, List<Entry> entries) implements Tree {
        @Override
        public String describe() {
            return "a mapping";
        }

        Optional<Entry> entry(String key) {
            return entries.stream().filter(entry -> entry.key().text().equals(key)).findFirst();
        }
    }

    /** A value that was reported already; nothing more is said about it. */
    record Broken(Place at) implements Tree {
        @Override
        public String describe() {
            return "nothing usable";
        }
    }

    record Entry(Scalar key, Tree value) {}
}
