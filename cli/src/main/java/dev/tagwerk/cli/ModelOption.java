package dev.tagwerk.cli;

import dev.tagwerk.modelfiles.ModelFiles;
import dev.tagwerk.modelfiles.ModelFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A model as named on the command line: a folder, or {@code org/name[@revision]} in the hub cache.
 */
final class ModelOption {
    private ModelOption() {}

    /** Opens it; a folder that exists wins over a repository of the same name. */
    static ModelFolder open(Shell shell, String text) {
        return ModelFolder.open(folder(shell, text));
    }

    static Path folder(Shell shell, String text) {
        Path folder = shell.resolve(text);
        if (Files.isDirectory(folder) || text.startsWith(".") || text.startsWith("/")) {
            return folder;
        }
        int at = text.indexOf('@');
        String repository = at < 0 ? text : text.substring(0, at);
        Optional<String> revision = at < 0 ? Optional.empty() : Optional.of(text.substring(at + 1));
        return ModelFiles.resolve(repository, revision, shell.environment());
    }
}
