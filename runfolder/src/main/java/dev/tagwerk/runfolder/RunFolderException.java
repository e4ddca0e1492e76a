package dev.tagwerk.runfolder;

/**
 * The run folder cannot do what was asked: what happened, why, and what to do are in the message.
 */
public final class RunFolderException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public RunFolderException(String message) {
        super(message);
    }

    public RunFolderException(String message, Throwable cause) {
        super(message, cause);
    }
}
