package dev.tagwerk.hub;

/** A model cannot be pulled: what happened, why, and what to do. */
public final class HubException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String what;
    private final String why;
    private final String next;

    /**
     * @param what what happened, in one sentence
     * @param why the reason; empty when {@code what} says it
     * @param next what to do or to type; may be empty
     */
    public HubException(String what, String why, String next) {
        super(joined(what, why, next));
        this.what = what;
        this.why = why;
        this.next = next;
    }

    private static String joined(String what, String why, String next) {
        return what + (why.isEmpty() ? "" : " " + why) + (next.isEmpty() ? "" : " -> " + next);
    }

    public String what() {
        return what;
    }

    public String why() {
        return why;
    }

    public String next() {
        return next;
    }
}
