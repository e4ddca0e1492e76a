package dev.tagwerk.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;

/**
 * Everything that a command may touch of the process it runs in.
 *
 * @param out data
 * @param err progress and errors
 * @param environment the caller's
 * @param directory the folder that relative paths start in
 * @param clock the time
 */
record Shell(
        PrintWriter out,
        PrintWriter err,
        Map<String, String> environment,
        Path directory,
        Clock clock) {

    /**
     * The real one. Output is UTF-8 whatever the locale says: it is JSON and YAML as often as it is
     * prose.
     */
    static Shell ofProcess() {
        return new Shell(
                writer(FileDescriptor.out),
                writer(FileDescriptor.err),
                System.getenv(),
                Path.of("").toAbsolutePath(),
                Clock.systemUTC());
    }

    private static PrintWriter writer(FileDescriptor descriptor) {
        return new PrintWriter(
                new OutputStreamWriter(new FileOutputStream(descriptor), StandardCharsets.UTF_8),
                false);
    }

    /** A path as the user typed it, made absolute. */
    Path resolve(String path) {
        return directory.resolve(path).normalize();
    }

    Path resolve(Path path) {
        return directory.resolve(path).normalize();
    }

    /** How to show a path: relative to the current folder where that is shorter. */
    String shown(Path path) {
        Path absolute = resolve(path);
        if (absolute.startsWith(directory) && !absolute.equals(directory)) {
            return quoted(directory.relativize(absolute).toString());
        }
        return quoted(absolute.toString());
    }

    /** Text as a shell takes it as one word: quoted where it holds more than plain characters. */
    static String quoted(String text) {
        return text.matches("[A-Za-z0-9_./@=:+,%-]+")
                ? text
                : "'" + text.replace("'", "'\\''") + "'";
    }

    /** The command's own name as the user typed it, for "next" lines. */
    String command() {
        return quoted(environment.getOrDefault("TAGWERK_COMMAND", "./tagwerk"));
    }

    /**
     * Whether a person reads stdout. The launcher looks: the JVM can tell only about both streams
     * at once.
     */
    boolean outIsTerminal() {
        return environment.containsKey("TAGWERK_TERMINAL_OUT");
    }

    boolean errIsTerminal() {
        return environment.containsKey("TAGWERK_TERMINAL_ERR");
    }

    /** Whether stdout may carry colour (https://no-color.org). */
    boolean colourOut() {
        return outIsTerminal() && colourAllowed();
    }

    boolean colourErr() {
        return errIsTerminal() && colourAllowed();
    }

    private boolean colourAllowed() {
        return environment.getOrDefault("NO_COLOR", "").isEmpty()
                && !environment.getOrDefault("TERM", "dumb").equals("dumb");
    }

    void flush() {
        out.flush();
        err.flush();
    }
}
