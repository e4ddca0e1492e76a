package dev.tagwerk.model;

/** What went wrong with tensors or natives: the message says what, why and what to do. */
public final class ModelException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ModelException(String message) {
        super(message);
    }

    public ModelException(String message, Throwable cause) {
        super(message, cause);
    }
}
