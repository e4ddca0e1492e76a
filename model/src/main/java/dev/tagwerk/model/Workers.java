package dev.tagwerk.model;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.bytedeco.javacpp.PointerScope;

/** Threads that each compute one share of a batch; results come back in the order of the shares. */
final class Workers implements AutoCloseable {
    private final int count;
    private final ExecutorService executor;

    Workers(int count) {
        this.count = count;
        executor =
                Executors.newFixedThreadPool(
                        count, Thread.ofPlatform().daemon().name("worker-", 0).factory());
    }

    int count() {
        return count;
    }

    /**
     * Runs all tasks, each in its own pointer scope, and waits for all before the first failure is
     * thrown.
     */
    <T> List<T> run(List<Callable<T>> tasks) {
        List<Future<T>> futures = new ArrayList<>();
        for (Callable<T> task : tasks) {
            futures.add(
                    executor.submit(
                            () -> {
                                try (PointerScope scope = new PointerScope()) {
                                    return task.call();
                                }
                            }));
        }
        List<T> results = new ArrayList<>();
        ExecutionException failure = null;
        for (Future<T> future : futures) {
            try {
                results.add(future.get());
            } catch (ExecutionException e) {
                failure = failure == null ? e : failure;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new ModelException("interrupted while computing", e);
            }
        }
        if (failure != null) {
            Throwable cause = failure.getCause() == null ? failure : failure.getCause();
            if (cause instanceof ModelException known) {
                throw known;
            }
            throw new ModelException("computing failed: " + cause, cause);
        }
        return results;
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
