package dev.tagwerk.spec;

/** A job, or a part of one, that cannot be; the message names the field. */
public final class SpecException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SpecException(String message) {
        super(message);
    }
}
