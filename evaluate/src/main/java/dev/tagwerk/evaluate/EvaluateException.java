package dev.tagwerk.evaluate;

/** What went wrong in measuring or answering: the message says what, why and what to do. */
public final class EvaluateException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public EvaluateException(String message) {
        super(message);
    }

    public EvaluateException(String message, Throwable cause) {
        super(message, cause);
    }
}
