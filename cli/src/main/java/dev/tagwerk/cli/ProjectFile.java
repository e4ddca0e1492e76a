package dev.tagwerk.cli;

import dev.tagwerk.engine.Workspace;
import dev.tagwerk.market.Names;
import dev.tagwerk.market.Region;
import dev.tagwerk.market.Regions;
import dev.tagwerk.spec.ParsedWorkspace;
import dev.tagwerk.spec.Problem;
import dev.tagwerk.spec.RegionName;
import dev.tagwerk.spec.WorkspaceFile;
import dev.tagwerk.spec.WorkspaceSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The project's {@code tagwerk.yaml}, with its words held against what is known of the market. */
record ProjectFile(Optional<WorkspaceSettings> settings, List<Problem> problems) {
    ProjectFile {
        problems = List.copyOf(problems);
    }

    /** Whether a file's name is that of a project's file. */
    static boolean isNamed(Path file) {
        return String.valueOf(file.getFileName()).equals(Workspace.CONFIGURATION);
    }

    /** The settings of the project that the current folder belongs to. */
    static WorkspaceSettings settings(Shell shell) {
        Path file =
                Workspace.find(shell.directory()).root().resolveSibling(Workspace.CONFIGURATION);
        if (Files.notExists(file)) {
            return WorkspaceSettings.NONE;
        }
        ProjectFile read = read(shell, file);
        if (!read.problems().isEmpty()) {
            read.problems().forEach(shell.err()::println);
            throw CommandException.usage(
                    shell.shown(file) + " is not valid: " + read.problems().size() + " to mend.",
                    "it holds for every command in this project.",
                    shell.command() + " check " + shell.shown(file));
        }
        return read.settings().orElse(WorkspaceSettings.NONE);
    }

    private static ProjectFile read(Shell shell, Path file) {
        return switch (WorkspaceFile.read(file)) {
            case ParsedWorkspace.Invalid invalid ->
                    new ProjectFile(Optional.empty(), invalid.problems());
            case ParsedWorkspace.Valid valid -> {
                try {
                    yield of(Path.of(shell.shown(file)), Files.readString(file));
                } catch (IOException unreadable) {
                    throw new UncheckedIOException(unreadable);
                }
            }
        };
    }

    /** Looks at a text as if it stood in a file. */
    static ProjectFile of(Path file, String text) {
        return switch (WorkspaceFile.parse(text, file)) {
            case ParsedWorkspace.Invalid invalid ->
                    new ProjectFile(Optional.empty(), invalid.problems());
            case ParsedWorkspace.Valid valid -> {
                Findings findings = new Findings(file, text);
                new TermsInspection(findings).words(valid.settings().terms());
                valid.settings()
                        .places()
                        .forEach((store, place) -> place(findings, store.word(), place));
                yield new ProjectFile(Optional.of(valid.settings()), findings.problems());
            }
        };
    }

    private static void place(Findings findings, String store, RegionName place) {
        if (Regions.find(place.provider(), place.region()).isEmpty()) {
            List<String> known = Regions.of(place.provider()).stream().map(Region::name).toList();
            findings.problem(
                    "places." + store,
                    place.region(),
                    "no region " + place + " is known",
                    known.isEmpty()
                            ? "regions are known of azure and ovhcloud"
                            : Names.nearest(place.region(), known)
                                    .map(near -> "did you mean " + near + "?")
                                    .orElse(""));
        }
    }
}
