package dev.tagwerk.hub;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import org.jspecify.annotations.Nullable;

/** A body that is kept in memory, up to a limit. */
final class TextBody implements BodySubscriber<byte[]> {
    private final CompletableFuture<byte[]> whole = new CompletableFuture<>();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final Activity activity;
    private final int limit;
    private final boolean cut;
    private @Nullable Subscription subscription;

    /**
     * @param cut whether what goes beyond the limit is dropped; else it is a failure
     */
    TextBody(Activity activity, int limit, boolean cut) {
        this.activity = activity;
        this.limit = limit;
        this.cut = cut;
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return whole;
    }

    @Override
    public void onSubscribe(Subscription given) {
        subscription = given;
        given.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        activity.happened();
        for (ByteBuffer buffer : buffers) {
            int taken = Math.min(buffer.remaining(), limit - bytes.size());
            byte[] part = new byte[taken];
            buffer.get(part);
            bytes.writeBytes(part);
            if (buffer.hasRemaining()) {
                end();
                return;
            }
        }
    }

    private void end() {
        if (cut) {
            whole.complete(bytes.toByteArray());
        } else {
            whole.completeExceptionally(
                    new IOException("the answer is larger than " + limit + " bytes"));
        }
        if (subscription != null) {
            subscription.cancel();
        }
    }

    @Override
    public void onError(Throwable failure) {
        whole.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        whole.complete(bytes.toByteArray());
    }
}
