package dev.tagwerk.jinja;

/** A reason without a place; whoever knows the place makes a {@link TemplateException} of it. */
final class Fault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean raised;

    Fault(String reason) {
        this(reason, false);
    }

    private Fault(String reason, boolean raised) {
        super(reason, null, false, false);
        this.raised = raised;
    }

    /** What a template says by {@code raise_exception}. */
    static Fault raisedByTemplate(String message) {
        return new Fault(message, true);
    }

    String reason() {
        return String.valueOf(getMessage());
    }

    boolean raised() {
        return raised;
    }
}
