package dev.tagwerk.preflight;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** What is known of the programs that images start: which start another one, which are one. */
final class Entrypoints {
    static final Set<String> INITS = Set.of("tini", "dumb-init", "catatonit", "docker-init");

    /** By convention such a script prepares something and ends with {@code exec "$@"}. */
    private static final Pattern SCRIPT = Pattern.compile(".*entrypoint(?:\\.sh)?");

    private static final Pattern INTERPRETER =
            Pattern.compile("(?:python|pypy)[0-9.]*|perl|ruby|node|java|sh|bash|dash|zsh|env");
    private static final Pattern SOURCE = Pattern.compile(".*\\.(?:py|pl|rb|js|jar)");

    private Entrypoints() {}

    /** Whether an entrypoint starts the program that args name, and has none of its own. */
    static boolean handsOn(List<String> entrypoint) {
        int next = 0;
        if (INITS.contains(program(entrypoint.getFirst()))) {
            next = 1;
            while (next < entrypoint.size() && entrypoint.get(next).startsWith("-")) {
                next++;
            }
        }
        if (next == entrypoint.size()) {
            return true;
        }
        return next == entrypoint.size() - 1
                && SCRIPT.matcher(program(entrypoint.get(next))).matches();
    }

    /** Whether a command's first word is a program, and no argument that went astray. */
    static boolean startsAProgram(String first, List<String> entrypoint) {
        if (first.startsWith("-")) {
            return false;
        }
        boolean argument =
                isBareInterpreter(entrypoint)
                        && first.indexOf('/') < 0
                        && SOURCE.matcher(first).matches();
        return !argument;
    }

    static boolean isBareInterpreter(List<String> entrypoint) {
        return entrypoint.size() == 1
                && INTERPRETER.matcher(program(entrypoint.getFirst())).matches();
    }

    private static String program(String path) {
        return ImageArgvRules.program(path);
    }
}
