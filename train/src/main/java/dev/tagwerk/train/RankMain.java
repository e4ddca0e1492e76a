package dev.tagwerk.train;

import dev.tagwerk.model.ModelException;
import dev.tagwerk.model.RankGroup;
import dev.tagwerk.model.RankLostException;
import dev.tagwerk.runfolder.RunFolder;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * The program of every rank but the first: {@code --run DIR --attempt ID --rank N [--from STEP]}.
 *
 * <p>Rank 0 starts it and leads it over standard input and output. It writes nothing into the run
 * folder, and ends when rank 0 says so or is gone, whatever it is doing.
 */
public final class RankMain {
    /** How long a rank that can do no more waits to hear why, so that the first cause is named. */
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    private static final String GONE = "ended: rank 0 is gone";

    private final PrintStream answers;
    private final PrintStream err;
    private final BlockingQueue<RankOrder> orders = new LinkedBlockingQueue<>();

    private RankMain(PrintStream answers, PrintStream err) {
        this.answers = answers;
        this.err = err;
    }

    /** Runs the program; see the class. */
    public static void main(String[] arguments) {
        PrintStream answers = System.out;
        System.setOut(System.err); // what is printed by the way must not be taken for an answer
        new RankMain(answers, System.err).run(List.of(arguments));
    }

    /** Where the ranks of an attempt find each other. */
    static Path meetingPlace(RunFolder folder, String attempt) {
        return folder.rankFolder(attempt).resolve("meeting");
    }

    private void run(List<String> arguments) {
        // A stop signals every process of the attempt; rank 0 finishes the step and needs this one
        // for it. Alone with the signal, it ends after the grace.
        Runtime.getRuntime().addShutdownHook(new Thread(RankMain::outliveRankZero, "signal"));
        try {
            BufferedReader lines =
                    new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            String token = lines.readLine();
            if (token == null) {
                err.println(GONE);
                Runtime.getRuntime().halt(1);
                return;
            }
            Thread.ofPlatform().daemon().name("orders").start(() -> listen(lines));
            follow(arguments, token);
        } catch (RankLostException e) {
            err.println(e.getMessage());
        } catch (RuntimeException | IOException | OutOfMemoryError e) {
            fail(e);
        }
        pause(PATIENCE); // the reader of orders ends it earlier
        Runtime.getRuntime().halt(1);
    }

    private void fail(Throwable e) {
        String message = String.valueOf(e.getMessage());
        if (e.getClass().getName().startsWith("dev.tagwerk.")) {
            err.println(message);
        } else {
            message = e.toString();
            e.printStackTrace(err); // not one of ours: the place matters
        }
        answer(new RankAnswer.Failed(message));
    }

    private static void outliveRankZero() {
        pause(TrainerMain.grace(System.getenv()).plusSeconds(10));
    }

    private static void pause(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void listen(BufferedReader lines) {
        try {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                RankOrder order = RankOrder.read(line);
                if (order instanceof RankOrder.End(String reason)) {
                    err.println("ended: " + reason);
                    Runtime.getRuntime().halt(0);
                }
                orders.add(order);
            }
            err.println(GONE);
        } catch (IOException | IllegalArgumentException e) {
            err.println("ended: the orders of rank 0 are unreadable: " + e.getMessage());
        }
        Runtime.getRuntime().halt(1);
    }

    private void answer(RankAnswer answer) {
        answers.println(answer.line());
        answers.flush();
    }

    private void follow(List<String> arguments, String token) {
        RunFolder folder = RunFolder.at(Path.of(value(arguments, "--run").orElseThrow()));
        String attempt = value(arguments, "--attempt").orElseThrow();
        var job = Materials.job(folder);
        Rank rank =
                new Rank(
                        Integer.parseInt(value(arguments, "--rank").orElseThrow()),
                        job.resources().ranks());
        try (Materials materials =
                Materials.open(
                        folder,
                        job,
                        Materials.base(job, System.getenv()),
                        Materials.placement(job, rank))) {
            value(arguments, "--from")
                    .ifPresent(
                            step ->
                                    CheckpointFiles.restore(
                                            folder,
                                            Integer.parseInt(step),
                                            materials.model().parameters()));
            answer(
                    new RankAnswer.Ready(
                            materials.inputs().digest(),
                            materials.model().parameters().checksum()));
            var meeting =
                    new RankGroup.Meeting(
                            meetingPlace(folder, attempt),
                            token,
                            rank.number(),
                            rank.of(),
                            job.resources().processTimeout());
            try (RankGroup group =
                    RankGroup.join(
                            meeting, materials.placement(), materials.model().parameters())) {
                Follower follower = new Follower(materials, rank, group);
                while (true) {
                    follower.follow(orders.take()).ifPresent(this::answer);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ModelException("interrupted", e);
        }
    }

    private static Optional<String> value(List<String> arguments, String name) {
        int at = arguments.indexOf(name);
        return at < 0 || at + 1 >= arguments.size()
                ? Optional.empty()
                : Optional.of(arguments.get(at + 1));
    }
}
