package dev.tagwerk.engine;

import dev.tagwerk.runfolder.Disk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/**
 * Where runs are kept: {@code .tagwerk/} beside the nearest {@code tagwerk.yaml}, or in the folder
 * where the command was given. Readable by its owner only.
 */
public record Workspace(Path root) {
    public static final String FOLDER = ".tagwerk";
    public static final String CONFIGURATION = "tagwerk.yaml";

    public Workspace {
        root = root.toAbsolutePath().normalize();
    }

    /**
     * The workspace for commands given in a folder: of the nearest folder, going up, that holds
     * {@code tagwerk.yaml} or a workspace of the same owner; else a new one in the folder itself.
     */
    public static Workspace find(Path start) {
        Path folder = start.toAbsolutePath().normalize();
        for (Path up = folder; up != null; up = up.getParent()) {
            if (Files.isRegularFile(up.resolve(CONFIGURATION))
                    || ours(up.resolve(FOLDER), folder)) {
                return new Workspace(up.resolve(FOLDER));
            }
        }
        return new Workspace(folder.resolve(FOLDER));
    }

    /** In a folder that many may write to, a workspace planted by somebody else is not used. */
    private static boolean ours(Path workspace, Path folder) {
        try {
            return Files.isDirectory(workspace, LinkOption.NOFOLLOW_LINKS)
                    && Files.getOwner(workspace).equals(Files.getOwner(folder));
        } catch (IOException | UnsupportedOperationException unknown) {
            return false;
        }
    }

    public Path runs() {
        return root.resolve("runs");
    }

    public Path run(RunId id) {
        return runs().resolve(id.value());
    }

    /** Creates the folders that are missing. */
    void create(Disk disk) {
        try {
            disk.createFolders(runs());
        } catch (IOException failure) {
            throw new EngineException(
                    "workspace_not_writable",
                    EngineException.Category.USER,
                    "Cannot create the workspace "
                            + root
                            + ": "
                            + failure.getMessage()
                            + ". Run the command in a folder that you may write to.",
                    failure);
        }
    }
}
