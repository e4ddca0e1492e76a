package dev.tagwerk.cli;

import dev.tagwerk.spec.Problem;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The files that arguments mean. Folders are walked without following links, hidden folders are
 * left out, and there is an end to it.
 */
final class CheckTargets {
    /** What standard input is called on the command line. */
    static final String STDIN = "-";

    private static final int DEPTH = 32;
    private static final int FILES = 20_000;
    private static final int ENTRIES = 500_000;
    private static final Set<String> SKIPPED = Set.of("node_modules", "__pycache__");

    /**
     * A file to look at.
     *
     * @param name as it is shown
     * @param named whether it was typed itself, and not found in a folder
     */
    record Target(Path path, String name, boolean named) {}

    private final Shell shell;
    private final List<Target> targets = new ArrayList<>();
    private final List<Problem> problems = new ArrayList<>();
    private int entries;

    CheckTargets(Shell shell, List<String> arguments) {
        this.shell = shell;
        arguments.forEach(this::add);
    }

    List<Target> targets() {
        return targets;
    }

    /** Folders that were not walked to their end. */
    List<Problem> problems() {
        return problems;
    }

    private void add(String argument) {
        Path path = shell.resolve(argument);
        if (!argument.equals(STDIN) && Files.isDirectory(path)) {
            walk(argument, path);
        } else {
            targets.add(new Target(path, argument, true));
        }
    }

    private void walk(String argument, Path folder) {
        List<Path> found = new ArrayList<>();
        try {
            // the folder itself may be a link: it was named
            Path root = folder.toRealPath();
            Walk walk = new Walk(argument, root, found);
            Files.walkFileTree(
                    root, EnumSet.noneOf(java.nio.file.FileVisitOption.class), DEPTH, walk);
            found.sort(null);
            String lead = argument.endsWith("/") ? argument : argument + "/";
            for (Path file : found) {
                String name = (argument.equals(".") ? "" : lead) + root.relativize(file);
                targets.add(new Target(file, name, false));
            }
        } catch (IOException fault) {
            problem(argument, "cannot be walked: " + fault.getMessage(), "");
        }
    }

    private void problem(String file, String message, String remedy) {
        problems.add(new Problem(file, 1, 1, "", message, remedy));
    }

    /** Whether a file's name is one that jobs have. */
    private static boolean wanted(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return lower.endsWith(".yaml")
                || lower.endsWith(".yml")
                || lower.endsWith(".json")
                || lower.endsWith(".sh")
                || lower.startsWith("dockerfile")
                || lower.startsWith("containerfile")
                || lower.endsWith(".dockerfile")
                || isLog(lower);
    }

    /** Whether a file's name is one under which the probe's lines are kept. */
    static boolean isLog(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return lower.endsWith(".log") || lower.endsWith(".jsonl");
    }

    private final class Walk extends SimpleFileVisitor<Path> {
        private final String argument;
        private final Path root;
        private final List<Path> found;

        Walk(String argument, Path root, List<Path> found) {
            this.argument = argument;
            this.root = root;
            this.found = found;
        }

        private String name(Path path) {
            return Optional.ofNullable(path.getFileName()).map(Path::toString).orElse("");
        }

        @Override
        public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes attributes) {
            boolean skipped =
                    !path.equals(root)
                            && (name(path).startsWith(".") || SKIPPED.contains(name(path)));
            return skipped ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path path, BasicFileAttributes attributes) {
            entries++;
            if (entries > ENTRIES || found.size() >= FILES) {
                problem(
                        argument,
                        "holds too much: the walk ended after "
                                + (entries > ENTRIES ? ENTRIES + " entries" : FILES + " files"),
                        "name the folders that hold jobs");
                return FileVisitResult.TERMINATE;
            }
            if (attributes.isRegularFile() && wanted(name(path))) {
                found.add(path);
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path path, IOException fault) {
            // a folder that this user may not enter holds no job of theirs
            return FileVisitResult.CONTINUE;
        }
    }
}
