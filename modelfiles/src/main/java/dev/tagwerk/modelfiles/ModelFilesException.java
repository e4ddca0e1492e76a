package dev.tagwerk.modelfiles;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A file of a model cannot be used; the message says which, why, and what to do. */
public final class ModelFilesException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final int SHOWN = 20;

    public ModelFilesException(String message) {
        super(message);
    }

    public ModelFilesException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    static ModelFilesException of(Path file, String reason, String remedy) {
        return new ModelFilesException(file + ": " + reason + "; " + remedy);
    }

    static ModelFilesException of(Path file, String reason, String remedy, Throwable cause) {
        return new ModelFilesException(file + ": " + reason + "; " + remedy, cause);
    }

    /** One problem reads as a sentence, several as a list, so that all are mended in one go. */
    static ModelFilesException of(Path file, List<String> problems) {
        if (problems.size() == 1) {
            return new ModelFilesException(file + ": " + problems.getFirst());
        }
        return new ModelFilesException(
                file
                        + ": "
                        + problems.size()
                        + " problems\n  - "
                        + String.join(
                                "\n  - ", problems.subList(0, Math.min(SHOWN, problems.size())))
                        + (problems.size() > SHOWN
                                ? "\n  - and " + (problems.size() - SHOWN) + " more"
                                : ""));
    }
}
