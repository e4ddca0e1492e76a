package dev.tagwerk.hub;

import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;

/** The body of an answer whose head already says that it is of no use. */
final class RefusedBody implements BodySubscriber<byte[]> {
    private final CompletableFuture<byte[]> failed;

    RefusedBody(IOException reason) {
        this.failed = CompletableFuture.failedFuture(reason);
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return failed;
    }

    @Override
    public void onSubscribe(Subscription subscription) {
        subscription.cancel();
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {}

    @Override
    public void onError(Throwable failure) {}

    @Override
    public void onComplete() {}
}
