package dev.tagwerk.local;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Whether an attempt's processes live although its wrapper does not: somebody killed the wrapper
 * alone. They are known by their session and by the attempt's name in their environment, so that no
 * stranger is taken for one.
 */
final class Sessions {
    /** Set in every process of an attempt. */
    static final String MARK = "TAGWERK_ATTEMPT";

    private static final Path PROC = Path.of("/proc");

    private Sessions() {}

    static boolean anyAlive(long session, String attempt) {
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (Path process : processes) {
                if (belongs(process, session, attempt)) {
                    return true;
                }
            }
            return false;
        } catch (IOException unreadable) {
            return false;
        }
    }

    private static boolean belongs(Path process, long session, String attempt) {
        try {
            String stat = Files.readString(process.resolve("stat"), StandardCharsets.ISO_8859_1);
            // The command name stands in parentheses and may itself hold spaces and parentheses.
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", 6);
            boolean zombie = fields[0].equals("Z") || fields[0].equals("X");
            if (zombie || Long.parseLong(fields[3]) != session) {
                return false;
            }
            String environment =
                    Files.readString(process.resolve("environ"), StandardCharsets.ISO_8859_1);
            return Arrays.asList(environment.split("\0", -1)).contains(MARK + "=" + attempt);
        } catch (IOException | RuntimeException gone) {
            return false;
        }
    }
}
