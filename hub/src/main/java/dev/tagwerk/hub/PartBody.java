package dev.tagwerk.hub;

import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import org.jspecify.annotations.Nullable;

/** Writes a part's bytes to their place in the file as they come. */
final class PartBody implements BodySubscriber<byte[]>, AutoCloseable {
    private final CompletableFuture<byte[]> whole = new CompletableFuture<>();
    private final FileChannel file;
    private final PartState state;
    private final int part;
    private final PullListener listener;
    private @Nullable Activity activity;
    private @Nullable Subscription subscription;
    private boolean closed;

    PartBody(FileChannel file, PartState state, int part, PullListener listener) {
        this.file = file;
        this.state = state;
        this.part = part;
        this.listener = listener;
    }

    PartBody watchedBy(Activity given) {
        activity = given;
        return this;
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return whole;
    }

    @Override
    public void onSubscribe(Subscription given) {
        subscription = given;
        given.request(1);
    }

    @Override
    public synchronized void onNext(List<ByteBuffer> buffers) {
        if (closed || whole.isDone()) {
            return;
        }
        if (activity != null) {
            activity.happened();
        }
        try {
            for (ByteBuffer buffer : buffers) {
                write(buffer);
            }
        } catch (IOException failure) {
            whole.completeExceptionally(failure);
        }
        if (subscription != null) {
            if (whole.isDone()) {
                subscription.cancel();
            } else {
                subscription.request(1);
            }
        }
    }

    private void write(ByteBuffer buffer) throws IOException {
        int bytes = buffer.remaining();
        if (bytes > state.length(part) - state.done(part)) {
            throw new TransientFailure("the server sent more bytes than the file has");
        }
        long at = state.start(part) + state.done(part);
        while (buffer.hasRemaining()) {
            at += file.write(buffer, at);
        }
        state.advance(part, bytes);
        listener.bytes(bytes);
    }

    @Override
    public synchronized void onError(Throwable failure) {
        whole.completeExceptionally(failure);
    }

    @Override
    public synchronized void onComplete() {
        long missing = state.length(part) - state.done(part);
        if (missing > 0) {
            whole.completeExceptionally(
                    new TransientFailure("the answer ended " + missing + " bytes too early"));
        } else {
            whole.complete(new byte[0]);
        }
    }

    /** From here on nothing more is written, even if a late connection still brings bytes. */
    @Override
    public synchronized void close() throws IOException {
        closed = true;
        if (subscription != null) {
            subscription.cancel();
        }
        state.save(part);
    }
}
