package dev.tagwerk.spec;

/** A position in a text; line and column count from 1. */
record Place(int line, int column) {
    static final Place START = new Place(1, 1);

    /** The place of the character at an index; lines end where YAML 1.2 says. */
    static Place in(String text, int index) {
        int line = 1;
        int start = 0;
        for (int here = 0; here < index; here++) {
            char character = text.charAt(here);
            boolean pair = character == '\r' && here + 1 < index && text.charAt(here + 1) == '\n';
            if ((character == '\n' || character == '\r') && !pair) {
                line++;
                start = here + 1;
            }
        }
        return new Place(line, text.codePointCount(start, index) + 1);
    }
}
