package dev.tagwerk.spec;

/** A position in a text; line and column count from 1. */
record Place(int line, int column) implements Comparable<Place> {
    static final Place START = new Place(1, 1);

    @Override
    public int compareTo(Place other) {
        return line != other.line
                ? Integer.compare(line, other.line)
                : Integer.compare(column, other.column);
    }
}
