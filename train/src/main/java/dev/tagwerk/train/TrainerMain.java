package dev.tagwerk.train;

import dev.tagwerk.runfolder.Claim;
import dev.tagwerk.runfolder.Event;
import dev.tagwerk.runfolder.Result;
import dev.tagwerk.runfolder.RunFolder;
import dev.tagwerk.runfolder.RunFolderException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The training program: {@code --run DIR --attempt ID [--start-over]}.
 *
 * <p>Exit codes: 0 done, 1 failed or out of time, 2 wrong arguments, 143 after SIGTERM with a
 * checkpoint written. It claims the attempt before it does any work; a second execution of the same
 * attempt ends at once with 1.
 */
public final class TrainerMain {
    private static final String GRACE = "TAGWERK_GRACE_SECONDS";
    private static final Duration DEFAULT_GRACE = Duration.ofSeconds(20);

    private static final String ABANDONED =
            "stopped by a signal; the step in progress was abandoned";

    private final PrintStream err;
    private final StopFlag stop = new StopFlag();
    private final AtomicReference<Attempt.Running> running = new AtomicReference<>();
    private final CountDownLatch finished = new CountDownLatch(1);

    private TrainerMain(PrintStream err) {
        this.err = err;
    }

    /** Runs the program; see the class. */
    public static void main(String[] arguments) {
        System.exit(new TrainerMain(System.err).run(List.of(arguments)));
    }

    private int run(List<String> arguments) {
        int runAt = arguments.indexOf("--run");
        int attemptAt = arguments.indexOf("--attempt");
        if (runAt < 0 || attemptAt < 0 || Math.max(runAt, attemptAt) + 1 >= arguments.size()) {
            err.println("usage: TrainerMain --run DIR --attempt ID [--start-over]");
            finished.countDown();
            return 2;
        }
        RunFolder folder = RunFolder.at(Path.of(arguments.get(runAt + 1)));
        String id = arguments.get(attemptAt + 1);
        Duration grace;
        try {
            grace = grace(System.getenv());
        } catch (NumberFormatException e) {
            err.println(GRACE + " must be a whole number of seconds, not " + System.getenv(GRACE));
            finished.countDown();
            return 2;
        }
        Runtime.getRuntime().addShutdownHook(new Thread(() -> onSignal(grace), "signal"));
        try {
            folder.create();
            if (folder.result().filter(Result::succeeded).isPresent()) {
                err.println("This run is done; nothing to do.");
                return 0;
            }
            try (Claim claim = folder.claim(id)) {
                return attempt(folder, id, arguments.contains("--start-over"));
            }
        } catch (RunFolderException e) {
            err.println(e.getMessage());
            return 1;
        } catch (IllegalArgumentException e) {
            err.println(e.getMessage());
            return 2;
        } finally {
            finished.countDown();
        }
    }

    /**
     * How long a signal lets this process live.
     *
     * @throws NumberFormatException when the variable holds something else
     */
    static Duration grace(Map<String, String> environment) {
        return Optional.ofNullable(environment.get(GRACE))
                .map(text -> Duration.ofSeconds(Long.parseLong(text)))
                .orElse(DEFAULT_GRACE);
    }

    private int attempt(RunFolder folder, String id, boolean startOver) {
        try {
            Attempt attempt =
                    new Attempt(
                            folder, id, startOver, System.getenv(), RankLauncher.likeThisProcess());
            Result result = attempt.run(stop, running::set);
            result.failure().ifPresent(err::println);
            return result.succeeded() ? 0 : 1;
        } catch (RuntimeException | OutOfMemoryError e) {
            fail(folder, e);
            return 1;
        }
    }

    private void fail(RunFolder folder, Throwable e) {
        String code =
                e instanceof TrainException known ? known.code() : e.getClass().getSimpleName();
        String message = String.valueOf(e.getMessage());
        err.println(message);
        if (!e.getClass().getName().startsWith("dev.tagwerk.")) {
            e.printStackTrace(err); // not one of ours: the place matters
        }
        try {
            folder.events().append(stamp -> new Event.Failed(stamp, code, message));
            Attempt.Running now = running.get();
            if (now != null) {
                Result stopped = now.stopped(message);
                now.attempt()
                        .written(
                                new Result(
                                        Result.FAILED,
                                        stopped.step(),
                                        Optional.of(message),
                                        stopped.metrics(),
                                        stopped.fingerprint(),
                                        stopped.measurement(),
                                        stopped.data(),
                                        stopped.files()));
            }
        } catch (RunFolderException disk) {
            err.println(disk.getMessage());
        }
    }

    /**
     * SIGTERM or SIGINT: the step in progress may finish within 60 % of the grace; else it is
     * abandoned and the state of the last finished step is written from here. The JVM then exits
     * with 128 + n.
     */
    private void onSignal(Duration grace) {
        stop.request();
        try {
            if (finished.await(grace.toMillis() * 6 / 10, TimeUnit.MILLISECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Attempt.Running now = running.get();
        if (now == null) {
            return;
        }
        try {
            now.training().abandon(() -> now.attempt().written(now.stopped(ABANDONED)));
        } catch (RuntimeException e) {
            err.println(e.getMessage());
        }
    }
}
