package dev.tagwerk.formats;

/** A value of this module was built wrongly; never thrown for what a file says. */
public final class FormatException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public FormatException(String message) {
        super(message);
    }
}
