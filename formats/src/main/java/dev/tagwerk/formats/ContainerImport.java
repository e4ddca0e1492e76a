package dev.tagwerk.formats;

import dev.tagwerk.spec.ContainerJob;
import dev.tagwerk.spec.ContainerText;
import dev.tagwerk.spec.ImportNote;
import dev.tagwerk.spec.JobFile;
import dev.tagwerk.spec.Parsed;
import dev.tagwerk.spec.SpecException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The door for what other platforms are asked to run: makes a job of {@code kind: container} of a
 * workload, and accounts for every key of its file. Stateless; no file makes it throw.
 */
public final class ContainerImport {
    /** What became of a file. */
    public sealed interface Result {
        /**
         * A job.
         *
         * @param what the file is, with an article
         * @param job the text of a job file; valid
         * @param notes what did not carry over, and what else there is to know
         */
        record Written(String what, String job, List<ImportNote> notes) implements Result {
            public Written {
                notes = List.copyOf(notes);
            }
        }

        /**
         * Nothing that could become a job.
         *
         * @param why one sentence without a subject or full stop
         * @param remedy what to do; may be empty
         */
        record Refused(String what, String why, String remedy) implements Result {}
    }

    /**
     * What the caller decides.
     *
     * @param pick the workload's name, where the file has several
     * @param image instead of the file's
     * @param folder where the file's relative paths start
     * @param job where the job file will lie
     */
    public record Wish(Optional<String> pick, Optional<String> image, Path folder, Path job) {}

    private record Candidate(Document document, Workload workload) {
        String name() {
            return workload.name()
                    .map(Scalar::text)
                    .filter(text -> !text.isBlank())
                    .orElse("line-" + workload.node().place().line());
        }

        String place() {
            return "line-" + workload.node().place().line();
        }
    }

    private ContainerImport() {}

    /** Whether a file starts something of which a container job can be made. */
    public static boolean takes(List<Document> documents) {
        return !candidates(documents).isEmpty();
    }

    /** Makes a job of one workload of a file. */
    public static Result read(List<Document> documents, Wish wish) {
        List<Candidate> all = candidates(documents);
        if (all.isEmpty()) {
            return new Result.Refused("the file", "starts nothing that has a container", "");
        }
        List<Candidate> picked =
                wish.pick().isEmpty()
                        ? all
                        : all.stream()
                                .filter(
                                        one ->
                                                wish.pick().equals(Optional.of(one.name()))
                                                        || wish.pick()
                                                                .equals(Optional.of(one.place())))
                                .toList();
        String what = all.getFirst().document().format().title();
        if (picked.size() == 1) {
            return written(picked.getFirst(), all, wish);
        }
        String names = String.join(", ", names(all));
        return picked.isEmpty()
                ? new Result.Refused(
                        what, "starts no " + wish.pick().orElse(""), "--pick takes one of " + names)
                : new Result.Refused(
                        what,
                        "starts " + picked.size() + " things, and a job is one",
                        "--pick takes one of " + names);
    }

    private static Set<String> names(List<Candidate> all) {
        Set<String> names = new LinkedHashSet<>();
        for (Candidate one : all) {
            boolean unique =
                    all.stream().filter(other -> other.name().equals(one.name())).count() == 1;
            names.add(unique ? one.name() : one.place());
        }
        return names;
    }

    private static List<Candidate> candidates(List<Document> documents) {
        List<Candidate> candidates = new ArrayList<>();
        for (Document document : documents) {
            for (Workload workload : document.workloads()) {
                if (document.format() != Format.TAGWERK_JOB && !workload.containers().isEmpty()) {
                    candidates.add(new Candidate(document, workload));
                }
            }
        }
        return candidates;
    }

    private static Result written(Candidate picked, List<Candidate> all, Wish wish) {
        String what = picked.document().format().title();
        Ledger ledger = new Ledger(picked.document(), picked.workload());
        try {
            ContainerJob job =
                    new WorkloadTranslation(picked.document(), picked.workload(), wish, ledger)
                            .job();
            List<Node> others =
                    all.stream()
                            .map(candidate -> candidate.workload().node())
                            .filter(node -> node != picked.workload().node())
                            .toList();
            ledger.rest(others);
            List<ImportNote> notes = sorted(ledger.notes());
            String text =
                    ContainerText.imported(job, fileName(picked), what, notes, ledger.origins());
            return switch (JobFile.parse(text, wish.job(), Map.of("HOME", "/"), Map.of())) {
                case Parsed.Valid valid -> new Result.Written(what, text, notes);
                case Parsed.Invalid invalid -> {
                    String problem = invalid.problems().getFirst().message();
                    yield new Result.Refused(what, "no valid job comes of it: " + problem, "");
                }
            };
        } catch (NoContainer refusal) {
            return new Result.Refused(what, String.valueOf(refusal.getMessage()), refusal.remedy());
        } catch (SpecException wrong) {
            return new Result.Refused(what, "no valid job comes of it: " + wrong.getMessage(), "");
        }
    }

    private static List<ImportNote> sorted(List<ImportNote> notes) {
        return notes.stream()
                .distinct()
                .sorted(Comparator.comparing(ImportNote::kind).thenComparingInt(ImportNote::line))
                .toList();
    }

    private static String fileName(Candidate picked) {
        String name = picked.document().source().name();
        return name.substring(name.lastIndexOf('/') + 1);
    }
}
