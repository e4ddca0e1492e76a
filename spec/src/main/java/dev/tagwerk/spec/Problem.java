package dev.tagwerk.spec;

/**
 * One thing that is wrong with a job file.
 *
 * @param file as the user named it
 * @param line from 1
 * @param column from 1, in characters
 * @param path YAML path such as {@code recipe.rank}; empty for the file as a whole
 * @param message what is wrong and why
 * @param suggestion what to do; empty when the message says it all
 */
public record Problem(
        String file, int line, int column, String path, String message, String suggestion) {
    public Problem {
        if (line < 1 || column < 1) {
            throw new SpecException("problem: line and column count from 1");
        }
    }

    @Override
    public String toString() {
        return file
                + ":"
                + line
                + ":"
                + column
                + ": "
                + (path.isEmpty() ? "" : path + ": ")
                + message
                + (suggestion.isEmpty() ? "" : " (" + suggestion + ")");
    }
}
