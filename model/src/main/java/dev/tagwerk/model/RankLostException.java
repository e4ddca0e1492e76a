package dev.tagwerk.model;

/** The connection to another rank broke, or it did not answer in time. */
public final class RankLostException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RankLostException(String message, Throwable cause) {
        super(message, cause);
    }
}
