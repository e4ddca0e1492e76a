package dev.tagwerk.spec;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The door for {@code tagwerk.yaml}, which says what holds for all jobs of a project. Stateless;
 * nothing is ever thrown for what a file says.
 */
public final class WorkspaceFile {
    private WorkspaceFile() {}

    /** Reads a file; where there is none, nothing is set. */
    public static ParsedWorkspace read(Path file) {
        if (Files.notExists(file)) {
            return new ParsedWorkspace.Valid(WorkspaceSettings.NONE);
        }
        Problems problems = new Problems(file.toString());
        return JobFile.load(file, problems)
                .map(text -> parse(text, problems))
                .orElseGet(() -> new ParsedWorkspace.Invalid(problems.inOrder()));
    }

    /** Reads text as if it stood in the file {@code origin}. */
    public static ParsedWorkspace parse(String text, Path origin) {
        return parse(text, new Problems(origin.toString()));
    }

    private static ParsedWorkspace parse(String text, Problems problems) {
        if (saysNothing(text)) {
            return new ParsedWorkspace.Valid(WorkspaceSettings.NONE);
        }
        Reading reading = new Reading(problems, "", Path.of("/"), Optional.empty(), false);
        Optional<WorkspaceSettings> settings =
                YamlText.read(text, problems)
                        .flatMap(root -> new WorkspaceParser(reading).parse(root));
        return settings.isPresent() && problems.isEmpty()
                ? new ParsedWorkspace.Valid(settings.get())
                : new ParsedWorkspace.Invalid(problems.inOrder());
    }

    /** The file marks a project's folder also when it is empty. */
    private static boolean saysNothing(String text) {
        return text.lines()
                .map(String::strip)
                .allMatch(line -> line.isEmpty() || line.startsWith("#") || line.equals("---"));
    }
}
