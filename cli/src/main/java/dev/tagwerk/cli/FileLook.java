package dev.tagwerk.cli;

import dev.tagwerk.formats.Document;
import dev.tagwerk.formats.Fault;
import dev.tagwerk.formats.Format;
import dev.tagwerk.formats.Formats;
import dev.tagwerk.formats.SourceFile;
import dev.tagwerk.formats.TextFile;
import dev.tagwerk.formats.Understood;
import dev.tagwerk.preflight.Circumstances;
import dev.tagwerk.preflight.FileReport;
import dev.tagwerk.preflight.Preflight;
import dev.tagwerk.preflight.Verdict;
import dev.tagwerk.spec.JobFile;
import dev.tagwerk.spec.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Looks at files, one at a time: reads them, tells whose they are, and has rules, and for our own
 * jobs the job language, judge them.
 *
 * @param beside what is given beside every file
 * @param inputs values for the inputs of our own jobs
 * @param skipUnknown whether named files of no known kind are passed over, as in folders
 */
record FileLook(
        Shell shell,
        List<Document> beside,
        Circumstances circumstances,
        Map<String, String> inputs,
        boolean skipUnknown) {
    /** As large as a file may be for a reader to take it. */
    private static final long LARGEST = 4L << 20;

    static final String KINDS =
            "known are jobs of Tagwerk, Container Apps, Azure ML, OVHcloud, Kubernetes, SkyPilot and"
                    + " dstack, and what belongs to them, Compose files, Dockerfiles, shell scripts,"
                    + " container images, and configurations of axolotl, LLaMA-Factory and TRL";

    Looked look(CheckTargets.Target target) {
        boolean strict = target.named() && !skipUnknown;
        if (!strict && tooLarge(target.path())) {
            return new Looked.PassedOver();
        }
        List<Fault> faults = new ArrayList<>();
        Optional<SourceFile> source = TextFile.read(target.path(), target.name(), faults);
        if (!strict && CheckTargets.isLog(target.name())) {
            // folders hold logs and rows of all kinds; only the probe's lines are looked for
            return source.filter(read -> !Formats.readLog(read).documents().isEmpty())
                    .map(read -> look(read, Path.of(target.name()), false))
                    .orElseGet(Looked.PassedOver::new);
        }
        return source.map(read -> look(read, Path.of(target.name()), strict))
                .orElseGet(() -> unread(target.name(), faults, target.named()));
    }

    /** Looks at what comes on standard input. */
    Looked look(InputStream in, String name) throws IOException {
        List<Fault> faults = new ArrayList<>();
        Optional<SourceFile> source =
                TextFile.decode(in.readNBytes((int) LARGEST + 1), name, faults);
        return source.map(read -> look(read, Path.of(name), !skipUnknown))
                .orElseGet(() -> unread(name, faults, true));
    }

    /** Looks at a text that was made from something else, such as an image. */
    Looked look(SourceFile source) {
        return look(source, Path.of("image.json"), true);
    }

    private Looked look(SourceFile source, Path origin, boolean strict) {
        if (ProjectFile.isNamed(origin)) {
            ProjectFile project = ProjectFile.of(origin, source.text());
            return new Looked.Known(
                    new FileReport(source.name(), project.problems()), Optional.empty());
        }
        Understood understood = Formats.read(source);
        List<Document> documents = understood.documents();
        if (documents.isEmpty()) {
            return nothing(source, understood.faults(), strict);
        }
        if (FileReport.formats(documents).contains(Format.TAGWERK_JOB)) {
            JobSource.Checked checked =
                    JobSource.inspect(
                            shell,
                            origin,
                            source::text,
                            JobFile.parse(source.text(), origin, shell.environment(), inputs));
            return new Looked.Known(
                    report(source, documents, checked.problems()),
                    Optional.of(OwnJob.of(shell, checked)));
        }
        List<Problem> problems = understood.faults().stream().map(FileReport::problem).toList();
        return new Looked.Known(report(source, documents, problems), Optional.empty());
    }

    private FileReport report(SourceFile source, List<Document> documents, List<Problem> problems) {
        Verdict verdict = Preflight.judge(documents, beside, circumstances, new LocalSizes(shell));
        return new FileReport(
                source.name(),
                FileReport.formats(documents),
                problems,
                verdict.findings(),
                verdict.suppressed(),
                Optional.of(source),
                verdict.failures());
    }

    private static Looked nothing(SourceFile source, List<Fault> faults, boolean strict) {
        if (!faults.isEmpty()) {
            return unread(source.name(), faults, strict);
        }
        return strict
                ? unread(
                        source.name(),
                        List.of(
                                new Fault(
                                        source.name(),
                                        source.place(0),
                                        source.text().isBlank()
                                                ? "is empty"
                                                : "is of no kind that is known here",
                                        KINDS)),
                        true)
                : new Looked.PassedOver();
    }

    private static Looked unread(String name, List<Fault> faults, boolean named) {
        List<Problem> problems = faults.stream().map(FileReport::problem).toList();
        return named
                ? new Looked.Known(new FileReport(name, problems), Optional.empty())
                : new Looked.Unread(problems.getFirst());
    }

    private static boolean tooLarge(Path file) {
        try {
            return Files.size(file) > LARGEST;
        } catch (IOException unreadable) {
            return false; // reading it will say why
        }
    }
}
