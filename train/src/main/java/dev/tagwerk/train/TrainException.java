package dev.tagwerk.train;

/** Training cannot begin or go on: what, why, and what to do; with a short code for machines. */
public final class TrainException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String code;

    /** {@code code}: short and stable, e.g. {@code not_finite}. */
    public TrainException(String code, String message) {
        super(message);
        this.code = code;
    }

    public TrainException(String code, String message, Throwable cause) {
        super(message, cause);
        this.code = code;
    }

    public String code() {
        return code;
    }
}
