package dev.tagwerk.cli;

import dev.tagwerk.formats.Formats;
import dev.tagwerk.formats.SourceFile;
import dev.tagwerk.formats.TextFile;
import dev.tagwerk.preflight.FileReport;
import dev.tagwerk.preflight.Fixes;
import dev.tagwerk.preflight.Report;
import dev.tagwerk.spec.Shown;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Optional;

/** Mends what can be mended mechanically, in the files that were named and nowhere else. */
final class Repair {
    private final Shell shell;

    Repair(Shell shell) {
        this.shell = shell;
    }

    /**
     * Shows what would change, and changes it.
     *
     * @param write whether files are written
     * @return how many files have something to mend
     */
    int apply(Report report, boolean write) throws IOException {
        int count = 0;
        for (FileReport file : report.files()) {
            Optional<SourceFile> source = file.source();
            if (source.isEmpty() || file.hasProblems()) {
                continue;
            }
            Fixes fixes = Fixes.of(source.get(), file.findings());
            if (fixes.isEmpty()) {
                continue;
            }
            count++;
            if (write) {
                write(source.get(), fixes);
            }
            fixes.diff().lines().forEach(line -> shell.out().println(painted(line)));
        }
        return count;
    }

    private void write(SourceFile source, Fixes fixes) throws IOException {
        Path file = shell.resolve(source.name());
        String text = fixes.text();
        boolean sound = Formats.read(new SourceFile(source.name(), text)).faults().isEmpty();
        boolean unchanged =
                TextFile.read(file, source.name(), new ArrayList<>())
                        .map(now -> now.text().equals(source.text()))
                        .orElse(false);
        if (!sound || !unchanged) {
            throw CommandException.failed(
                    shell.shown(file) + " was not written.",
                    sound
                            ? "it was changed while it was checked."
                            : "with these changes it could no longer be read.",
                    shell.command() + " check " + shell.shown(file) + " --diff");
        }
        WholeFile.write(file, text);
    }

    private String painted(String line) {
        String safe = Shown.whole(line.replace("\r", ""));
        if (!shell.colourOut()) {
            return safe;
        }
        if (line.startsWith("+")) {
            return "\033[32m" + safe + "\033[0m";
        }
        return line.startsWith("-") ? "\033[31m" + safe + "\033[0m" : safe;
    }
}
