package dev.tagwerk.train;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Another rank as rank 0 sees it: orders go to its standard input, answers come from its standard
 * output; its log takes the rest. It ends when its standard input does, so that it cannot outlive
 * rank 0 however that ends.
 */
final class RankProcess {
    /** The code of failures that name a rank. */
    static final String LOST = "rank_lost";

    private static final int LINES_SHOWN = 12;
    private static final int BYTES_SHOWN = 16_384;
    private static final int KILLED_BY_SIGNAL = 128;
    private static final Duration TIME_TO_END = Duration.ofSeconds(3);

    private final Rank rank;
    private final Process process;
    private final Path log;
    private final Writer orders;
    private final BlockingQueue<Said> said = new LinkedBlockingQueue<>();
    private volatile long troubledAt;

    private sealed interface Said {
        record Answer(RankAnswer answer) implements Said {}

        record Ended() implements Said {}
    }

    RankProcess(Rank rank, Process process, Path log) {
        this.rank = rank;
        this.process = process;
        this.log = log;
        this.orders = process.outputWriter(StandardCharsets.UTF_8);
        Thread.ofPlatform().daemon().name("rank-" + rank.number()).start(this::listen);
    }

    private void listen() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                Optional<RankAnswer> answer = RankAnswer.read(line);
                if (answer.filter(RankAnswer.Failed.class::isInstance).isPresent()) {
                    trouble();
                }
                if (answer.isPresent()) {
                    said.add(new Said.Answer(answer.get()));
                } else {
                    Files.writeString(
                            log, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
                }
            }
        } catch (IOException | IllegalArgumentException broken) {
            // As good as silent: whoever waits for an answer learns that none comes.
        }
        trouble();
        said.add(new Said.Ended());
    }

    private void trouble() {
        if (troubledAt == 0) {
            troubledAt = System.nanoTime();
        }
    }

    /** Says one line; a rank that cannot hear it any more is noticed when its answer is missed. */
    void tell(String line) {
        try {
            orders.write(line + "\n");
            orders.flush();
        } catch (IOException gone) {
            return;
        }
    }

    void tell(RankOrder order) {
        tell(order.line());
    }

    /**
     * Its next answer.
     *
     * @param doing what it is asked for, for messages
     * @throws TrainException naming it when it ended, failed or is silent for {@code limit}
     */
    <A extends RankAnswer> A answer(Class<A> kind, Duration limit, String doing) {
        @Nullable Said next;
        try {
            next = said.poll(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TrainException(LOST, "interrupted while waiting for " + name(), e);
        }
        if (next == null) {
            throw lost(
                    "has not answered within "
                            + limit.toSeconds()
                            + " s (resources.process_timeout) while "
                            + doing);
        }
        return switch (next) {
            case Said.Ended ended -> throw ended(doing);
            case Said.Answer(RankAnswer.Failed failed) ->
                    throw lost("failed while " + doing + ": " + failed.message());
            case Said.Answer(RankAnswer answer) -> {
                if (!kind.isInstance(answer)) {
                    throw lost("answered out of turn: " + answer.line());
                }
                yield kind.cast(answer);
            }
        };
    }

    /** When it ended or failed, by {@link System#nanoTime()}; empty while all is well. */
    OptionalLong troubledAt() {
        return troubledAt == 0 ? OptionalLong.empty() : OptionalLong.of(troubledAt);
    }

    private TrainException ended(String doing) {
        try {
            process.waitFor(TIME_TO_END.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (process.isAlive()) {
            return lost("closed its output while " + doing);
        }
        int code = process.exitValue();
        String signal =
                code > KILLED_BY_SIGNAL
                        ? " (killed by signal " + (code - KILLED_BY_SIGNAL) + ")"
                        : "";
        return lost("ended with exit code " + code + signal + " while " + doing);
    }

    private TrainException lost(String what) {
        return new TrainException(LOST, name() + " " + what + "." + lastLines());
    }

    private String name() {
        return "Rank " + rank.number() + " of " + rank.of() + " (process " + process.pid() + ")";
    }

    private String lastLines() {
        try {
            List<String> lines = new String(tail(), StandardCharsets.UTF_8).lines().toList();
            List<String> last =
                    lines.subList(Math.max(0, lines.size() - LINES_SHOWN), lines.size());
            return (last.isEmpty() ? " It said nothing" : " The last lines it said")
                    + " ("
                    + log
                    + ")"
                    + (last.isEmpty() ? "." : ":\n  " + String.join("\n  ", last));
        } catch (IOException unreadable) {
            return " What it said cannot be read: " + unreadable.getMessage();
        }
    }

    private byte[] tail() throws IOException {
        try (InputStream all = Files.newInputStream(log)) {
            all.skipNBytes(Math.max(0, Files.size(log) - BYTES_SHOWN));
            return all.readNBytes(BYTES_SHOWN);
        }
    }

    /** Asks it to end. */
    void end(String reason) {
        tell(new RankOrder.End(reason));
        try {
            orders.close();
        } catch (IOException gone) {
            return;
        }
    }

    /** Waits until it has ended, and kills it when it does not. */
    void awaitEnd() {
        try {
            if (!process.waitFor(TIME_TO_END.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
