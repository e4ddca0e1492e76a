package dev.tagwerk.pricefeed;

/** A publisher did not answer, or not with prices; or what was kept cannot be read. */
public final class FeedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    FeedException(String message) {
        super(message);
    }

    FeedException(String message, Throwable cause) {
        super(message, cause);
    }
}
