package dev.tagwerk.jinja;

/** A template that cannot be read or rendered; the message begins with its line and column. */
public final class TemplateException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String reason;
    private final boolean raised;

    TemplateException(Place at, String reason) {
        this(at, reason, false);
    }

    TemplateException(Place at, String reason, boolean raised) {
        super(at + ": " + reason);
        this.reason = reason;
        this.raised = raised;
    }

    /** What is wrong, without the place. */
    public String reason() {
        return reason;
    }

    /** Whether the template itself refused its variables, by {@code raise_exception}. */
    public boolean raised() {
        return raised;
    }
}
