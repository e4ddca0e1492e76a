package dev.tagwerk.data;

/** A data file, row or setting that cannot be used; the message says what, why and what to do. */
public final class DataException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public DataException(String message) {
        super(message);
    }

    public DataException(String message, Throwable cause) {
        super(message, cause);
    }
}
