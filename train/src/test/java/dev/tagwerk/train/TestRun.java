package dev.tagwerk.train;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tagwerk.runfolder.Checkpoint;
import dev.tagwerk.runfolder.Claim;
import dev.tagwerk.runfolder.Event;
import dev.tagwerk.runfolder.Result;
import dev.tagwerk.runfolder.RunFolder;
import dev.tagwerk.spec.JobFile;
import dev.tagwerk.spec.JobJson;
import dev.tagwerk.spec.Parsed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** One run folder with its job; attempts are child processes with names of their own. */
final class TestRun {
    private final Path root;
    private int attempts;

    private TestRun(Path root) {
        this.root = root;
    }

    /** A run of the job in {@code yaml}, whose relative paths start in {@code root}'s parent. */
    static TestRun of(Path root, String yaml) throws IOException {
        Files.createDirectories(root);
        TestRun run = new TestRun(root);
        run.replaceJob(yaml);
        return run;
    }

    void replaceJob(String yaml) throws IOException {
        Parsed parsed = JobFile.parse(yaml, root.resolveSibling("job.yaml"));
        assertThat(parsed).isInstanceOf(Parsed.Valid.class);
        Files.writeString(root.resolve("job.json"), JobJson.write(((Parsed.Valid) parsed).job()));
    }

    Path root() {
        return root;
    }

    Path output() {
        return root.resolve("output");
    }

    RunFolder folder() {
        return RunFolder.at(root);
    }

    TrainerProcess start(String... more) throws IOException {
        return start(Map.of(), more);
    }

    TrainerProcess start(Map<String, String> environment, String... more) throws IOException {
        return TrainerProcess.start(root, "a" + ++attempts, environment, more);
    }

    /** Runs an attempt to its end and requires this exit code; what it said on standard error. */
    String attempt(int exitCode, String... more) throws Exception {
        TrainerProcess process = start(more);
        assertThat(process.exitCode()).as(process.said()).isEqualTo(exitCode);
        return process.said();
    }

    /** An attempt in this process: what it throws is the test's to see. */
    Result here(boolean startOver) {
        return here(
                startOver,
                (arguments, environment, log) -> {
                    throw new IOException("this test has one process");
                });
    }

    /** The same, with other ranks as child processes. */
    Result here(RankLauncher launcher) {
        return here(false, launcher);
    }

    private Result here(boolean startOver, RankLauncher launcher) {
        RunFolder folder = folder();
        folder.create();
        String id = "h" + ++attempts;
        try (Claim claim = folder.claim(id)) {
            return new Attempt(folder, id, startOver, Map.of(), launcher)
                    .run(new StopFlag(), running -> {});
        }
    }

    /**
     * A copy of this run as a kill right after the checkpoint of {@code step} would have left it.
     */
    TestRun copyKilledAfter(int step, Path target) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.sorted().toList()) {
                Files.copy(file, target.resolve(root.relativize(file).toString()));
            }
        }
        TestRun copy = new TestRun(target);
        copy.attempts = attempts;
        for (String name :
                List.of("result.json", "head.safetensors", "strands_decider_config.json")) {
            Files.deleteIfExists(copy.output().resolve(name));
        }
        delete(copy.output().resolve("adapter"));
        for (Checkpoint checkpoint : copy.folder().checkpoints().list()) {
            if (checkpoint.step() > step) {
                delete(checkpoint.folder());
            }
        }
        return copy;
    }

    private static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    Result result() {
        return folder().result().orElseThrow();
    }

    List<Event> events() {
        return folder().events().read().events();
    }

    <E extends Event> List<E> events(Class<E> kind) {
        return events().stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    List<String> notes() {
        return events(Event.Note.class).stream().map(Event.Note::text).toList();
    }

    /** What must not differ by a bit between two runs of one job: everything the run delivers. */
    Map<String, String> deliverables() {
        List<String> names =
                Stream.of("adapter", "model", "head.safetensors", "strands_decider_config.json")
                        .filter(name -> Files.exists(output().resolve(name)))
                        .toList();
        Map<String, String> digests = new TreeMap<>(folder().digests(names));
        assertThat(digests).isEqualTo(new TreeMap<>(result().files()));
        return digests;
    }

    /** The newest checkpoint's folder. */
    Path newestCheckpoint() {
        return folder().checkpoints().list().getLast().folder();
    }
}
