package dev.tagwerk.formats;

/**
 * Why a file, or part of it, cannot be read.
 *
 * @param remedy what to do; empty when the message says it all
 */
public record Fault(String file, Place place, String message, String remedy) {
    @Override
    public String toString() {
        return file
                + ":"
                + place.line()
                + ":"
                + place.column()
                + ": "
                + message
                + (remedy.isEmpty() ? "" : " (" + remedy + ")");
    }
}
