package dev.tagwerk.jinja;

/**
 * Where something stands in a template.
 *
 * @param line from 1
 * @param column in code units, from 1
 */
record Place(int line, int column) {
    @Override
    public String toString() {
        return "line " + line + ", column " + column;
    }
}
