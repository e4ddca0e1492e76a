package dev.tagwerk.kniffel;

/** An illegal move, an impossible position, or a value file that cannot be read or written. */
public final class KniffelException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    KniffelException(String message) {
        super(message);
    }

    KniffelException(String message, Throwable cause) {
        super(message, cause);
    }
}
