package dev.tagwerk.preflight;

/** The rules or their texts are broken; never thrown for what a checked file says. */
public final class PreflightException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public PreflightException(String message) {
        super(message);
    }
}
