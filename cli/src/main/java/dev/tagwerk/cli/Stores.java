package dev.tagwerk.cli;

import dev.tagwerk.data.DataSets;
import dev.tagwerk.data.DataStore;
import dev.tagwerk.engine.Workspace;
import dev.tagwerk.runfolder.Disk;
import dev.tagwerk.spec.DataRef;
import java.nio.file.Path;
import java.util.Optional;

/** The data sets that the workspace of the current folder keeps. */
final class Stores {
    private static final String SCHEME = "dataset:";
    private static final String DIGEST = "@sha256:";

    private Stores() {}

    static DataStore open(Shell shell) {
        Path root = Workspace.find(shell.directory()).root().resolve("data");
        return new DataStore(root, Disk.real(), shell.clock());
    }

    static DataSets dataSets(Shell shell) {
        return new DataSets(open(shell));
    }

    /** The file that an argument means: a path, or {@code dataset:NAME[@sha256:DIGITS]}. */
    static Path file(Shell shell, Path argument) {
        return dataSets(shell).file(ref(shell, argument)).file();
    }

    /** What an argument names. */
    static DataRef ref(Shell shell, Path argument) {
        String text = argument.toString();
        if (!text.startsWith(SCHEME)) {
            return new DataRef.File(shell.resolve(argument));
        }
        String rest = text.substring(SCHEME.length());
        int at = rest.indexOf(DIGEST);
        return at < 0
                ? new DataRef.Stored(rest, Optional.empty())
                : new DataRef.Stored(
                        rest.substring(0, at), Optional.of(rest.substring(at + DIGEST.length())));
    }
}
