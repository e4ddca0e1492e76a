package dev.tagwerk.images;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A body as a stream whose every read ends within a time; the JDK's own waits for ever. Asks for a
 * piece when the last one was read, so that no more than two are held.
 */
final class TimedBody extends InputStream implements BodySubscriber<InputStream> {
    /** What comes in: a piece, the end, or a failure. */
    private record Piece(List<ByteBuffer> buffers, boolean last, @Nullable Throwable failure) {}

    private final BlockingQueue<Piece> pieces = new LinkedBlockingQueue<>();
    private final CompletableFuture<Subscription> subscription = new CompletableFuture<>();
    private final Duration silence;
    private final Budget budget;
    private final String place;
    private List<ByteBuffer> buffers = List.of();
    private int next;
    private boolean ended;

    /**
     * @param silence the longest wait for one piece
     * @param budget has the time for all: a body that drips is never silent
     */
    TimedBody(Duration silence, Budget budget, String place) {
        this.silence = silence;
        this.budget = budget;
        this.place = place;
    }

    @Override
    public CompletionStage<InputStream> getBody() {
        return CompletableFuture.completedStage(this);
    }

    @Override
    public void onSubscribe(Subscription given) {
        if (!subscription.complete(given)) {
            given.cancel();
            return;
        }
        given.request(1);
    }

    @Override
    public void onNext(List<ByteBuffer> given) {
        pieces.add(new Piece(given, false, null));
    }

    @Override
    public void onError(Throwable failure) {
        pieces.add(new Piece(List.of(), true, failure));
    }

    @Override
    public void onComplete() {
        pieces.add(new Piece(List.of(), true, null));
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        while (true) {
            while (next < buffers.size()) {
                ByteBuffer buffer = buffers.get(next);
                if (buffer.hasRemaining()) {
                    int now = Math.min(length, buffer.remaining());
                    buffer.get(into, offset, now);
                    return now;
                }
                next++;
            }
            if (ended || !await()) {
                return -1;
            }
        }
    }

    /** Waits for the next piece; false at the end. */
    private boolean await() throws IOException {
        budget.checkTime(place);
        Piece piece;
        try {
            long nanos = Math.min(silence.toNanos(), budget.nanosLeft());
            piece = pieces.poll(nanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", interrupted);
        }
        if (piece == null) {
            close();
            budget.checkTime(place);
            throw new HttpTimeoutException("nothing came for " + silence.toMillis() + " ms");
        }
        if (piece.failure() != null) {
            ended = true;
            throw new IOException(
                    "the connection broke: " + piece.failure().getMessage(), piece.failure());
        }
        if (piece.last()) {
            ended = true;
            return false;
        }
        buffers = piece.buffers();
        next = 0;
        subscription.join().request(1);
        return true;
    }

    @Override
    public void close() {
        ended = true;
        // Without a subscription yet, a later one is refused.
        if (!subscription.isDone()) {
            subscription.cancel(false);
        } else if (!subscription.isCancelled()) {
            subscription.join().cancel();
        }
    }
}
