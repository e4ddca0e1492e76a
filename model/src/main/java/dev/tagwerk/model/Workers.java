package dev.tagwerk.model;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.bytedeco.javacpp.PointerScope;

/** Threads that each compute one share of a batch; results come back in the order of the shares. */
final class Workers implements AutoCloseable {
    private static final int ANY = -1;

    private final int count;
    private final BitSet busy = new BitSet(); // heaps in use
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
        for (int i = 0; i < tasks.size(); i++) {
            Callable<T> task = tasks.get(i);
            int place = tasks.size() <= count ? i : ANY;
            futures.add(executor.submit(() -> run(task, place)));
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

    /**
     * Shares of the same place lie in the same heap from step to step, whichever thread computes
     * them: otherwise the heaps of all threads would grow to what the largest share needs.
     */
    private <T> T run(Callable<T> task, int place) throws Exception {
        int heap = take(place);
        TensorMemory.asWorker(heap);
        try (PointerScope scope = new PointerScope()) {
            return task.call();
        } finally {
            give(heap);
        }
    }

    private synchronized int take(int place) {
        int heap = place == ANY ? busy.nextClearBit(0) : place;
        busy.set(heap);
        return heap;
    }

    private synchronized void give(int heap) {
        busy.clear(heap);
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
