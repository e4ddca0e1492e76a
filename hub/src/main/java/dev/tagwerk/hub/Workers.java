package dev.tagwerk.hub;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * Does things at once, a limited number of connections at a time. The first failure stops what
 * belongs together with it.
 */
final class Workers implements AutoCloseable {
    /** One of the things. */
    interface Task {
        void run(Cancellation cancellation) throws IOException;
    }

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Semaphore connections;

    Workers(int connections) {
        this.connections = new Semaphore(connections, true);
    }

    /** Does a thing when a connection is free. */
    void connected(Cancellation cancellation, Task task) throws IOException {
        connections.acquireUninterruptibly();
        try {
            cancellation.check();
            task.run(cancellation);
        } finally {
            connections.release();
        }
    }

    /**
     * Does all, and returns when none is running any more.
     *
     * @param atOnce how many at a time
     * @throws IOException the first failure
     */
    void all(List<Task> tasks, int atOnce, Cancellation outer) throws IOException {
        Cancellation together = outer.inner();
        Semaphore places = new Semaphore(atOnce, true);
        List<Future<?>> running = new ArrayList<>();
        for (Task task : tasks) {
            places.acquireUninterruptibly();
            running.add(
                    threads.submit(
                            () -> {
                                try {
                                    together.check();
                                    task.run(together);
                                    return null;
                                } catch (IOException | RuntimeException | Error failure) {
                                    together.cancel();
                                    throw failure;
                                } finally {
                                    places.release();
                                }
                            }));
        }
        Throwable first = null;
        for (Future<?> one : running) {
            first = worse(first, failure(one));
        }
        switch (first) {
            case null -> {}
            case IOException failure -> throw failure;
            case RuntimeException failure -> throw failure;
            case Error failure -> throw failure;
            case Throwable other -> throw new IllegalStateException(other);
        }
    }

    private static @Nullable Throwable failure(Future<?> task) {
        while (true) {
            try {
                task.get();
                return null;
            } catch (ExecutionException failure) {
                return failure.getCause();
            } catch (InterruptedException ignored) {
                Thread.currentThread().interrupt();
                return new Cancellation.Cancelled();
            }
        }
    }

    /** A real failure before one that followed from it. */
    private static @Nullable Throwable worse(@Nullable Throwable first, @Nullable Throwable next) {
        return first == null || (first instanceof Cancellation.Cancelled && next != null)
                ? next
                : first;
    }

    @Override
    public void close() {
        threads.close();
    }
}
