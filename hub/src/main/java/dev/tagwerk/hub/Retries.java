package dev.tagwerk.hub;

import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLException;

/**
 * Tries again what failed for a passing reason: with growing pauses, or when the server says. Bytes
 * that arrive in between make it patient again.
 *
 * <p>Thread-safe: when one request is told to wait, all wait.
 */
final class Retries {
    private static final int MAX_FAILURES = 6;

    /** A host that cannot be reached at all rarely comes back within seconds. */
    private static final int MAX_UNREACHABLE = 3;

    /** The hub's windows are five minutes long. */
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(10);

    private static final Duration LONGEST_BACKOFF = Duration.ofSeconds(16);
    private static final Duration SLICE = Duration.ofMillis(200);
    private static final long WORTH_PATIENCE = 64 * 1024;

    /** What is tried. */
    interface Attempt<T> {
        T run() throws IOException;
    }

    private final Clock clock;
    private final Pause pause;
    private final PullListener listener;
    private volatile Instant notBefore = Instant.MIN;

    Retries(Clock clock, Pause pause, PullListener listener) {
        this.clock = clock;
        this.pause = pause;
        this.listener = listener;
    }

    /**
     * @param what what is asked for, for messages
     * @param progress bytes that have arrived for it
     * @throws HubException when it cannot be had
     * @throws ContentChanged passed on
     */
    <T> T run(String what, LongSupplier progress, Cancellation cancellation, Attempt<T> attempt)
            throws ContentChanged {
        int failures = 0;
        long before = progress.getAsLong();
        while (true) {
            waitUntil(notBefore, cancellation);
            try {
                return attempt.run();
            } catch (ContentChanged changed) {
                throw changed;
            } catch (IOException failure) {
                cancellation.check();
                long now = progress.getAsLong();
                failures = now - before >= WORTH_PATIENCE ? 1 : failures + 1;
                before = now;
                Optional<Duration> asked =
                        failure instanceof TransientFailure known
                                ? known.asked()
                                : Optional.empty();
                if (failures >= allowed(failure)
                        || asked.filter(wait -> wait.compareTo(LONGEST_WAIT) > 0).isPresent()) {
                    throw given(what, failure, failures, asked);
                }
                Duration wait = asked.orElse(backoff(failures));
                listener.note(
                        "%s: %s; trying again in %.1f s"
                                .formatted(what, reason(failure), wait.toMillis() / 1e3));
                Instant until = clock.instant().plus(wait);
                if (asked.isPresent()) {
                    allWait(until);
                }
                waitUntil(until, cancellation);
            }
        }
    }

    private synchronized void allWait(Instant until) {
        notBefore = until.isAfter(notBefore) ? until : notBefore;
    }

    private void waitUntil(Instant until, Cancellation cancellation) {
        while (true) {
            cancellation.check();
            Duration left = Duration.between(clock.instant(), until);
            if (until.equals(Instant.MIN) || left.isNegative() || left.isZero()) {
                return;
            }
            pause.of(left.compareTo(SLICE) < 0 ? left : SLICE);
        }
    }

    private static int allowed(IOException failure) {
        return failure instanceof UnknownHostException || failure instanceof ConnectException
                ? MAX_UNREACHABLE
                : failure instanceof SSLException ? 2 : MAX_FAILURES;
    }

    /** 1, 2, 4, ... seconds, each shortened by up to a half so that many clients spread out. */
    private static Duration backoff(int failures) {
        long millis = Math.min(1000L << (failures - 1), LONGEST_BACKOFF.toMillis());
        return Duration.ofMillis(millis / 2 + ThreadLocalRandom.current().nextLong(millis / 2 + 1));
    }

    private static HubException given(
            String what, IOException failure, int failures, Optional<Duration> asked) {
        if (asked.filter(wait -> wait.compareTo(LONGEST_WAIT) > 0).isPresent()) {
            return new HubException(
                    what + ": " + reason(failure) + ".",
                    "the server asks to be left alone for " + asked.get().toMinutes() + " minutes.",
                    "run the same command then; it goes on where it was");
        }
        return new HubException(
                what + " cannot be fetched: " + reason(failure) + ".",
                failures + " attempts failed.",
                failure instanceof SSLException
                        ? "behind a proxy that looks into connections: set SSL_CERT_FILE to a file"
                                + " with its root certificate"
                        : unreachable(failure)
                                ? "check the network and HTTPS_PROXY; HF_HUB_OFFLINE=1 uses what is in the"
                                        + " cache"
                                : "run the same command again; it goes on where it was");
    }

    private static boolean unreachable(IOException failure) {
        return allowed(failure) != MAX_FAILURES;
    }

    static String reason(IOException failure) {
        String message = failure.getMessage();
        return switch (failure) {
            case UnknownHostException host -> "the host's name cannot be resolved";
            case ConnectException refused -> "the server cannot be reached";
            case SSLException insecure ->
                    "no secure connection (" + Shown.text(String.valueOf(message)) + ")";
            case IOException other ->
                    message == null ? other.getClass().getSimpleName() : Shown.text(message);
        };
    }
}
