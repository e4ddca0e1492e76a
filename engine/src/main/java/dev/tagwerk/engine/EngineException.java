package dev.tagwerk.engine;

/** A run cannot do what was asked; the message says what happened, why, and what to type next. */
public final class EngineException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Who can mend it. */
    public enum Category {
        USER,
        PROVIDER,
        CAPACITY,
        BUDGET,
        INTERNAL
    }

    /**
     * The code of a submission that certainly started nothing; after any other failure it may have.
     */
    public static final String SUBMIT_REFUSED = "submit_refused";

    private final String code;
    private final Category category;

    public EngineException(String code, Category category, String message) {
        super(message);
        this.code = code;
        this.category = category;
    }

    public EngineException(String code, Category category, String message, Throwable cause) {
        super(message, cause);
        this.code = code;
        this.category = category;
    }

    /** Short, stable, for machines: {@code run_not_found}. */
    public String code() {
        return code;
    }

    public Category category() {
        return category;
    }
}
