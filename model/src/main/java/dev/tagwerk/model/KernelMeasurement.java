package dev.tagwerk.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CyclicBarrier;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * Measures one family of OpenBLAS kernels in a process of its own, since it can be chosen only once
 * in a process: fp32 products of a feed-forward layer's size on some numbers of threads. Prints a
 * line {@code THREADS GFLOP/s} for each.
 *
 * <p>Arguments: the numbers of threads. The family is that of the system property {@value
 * Libtorch#CORE_TYPE}.
 */
public final class KernelMeasurement {
    private static final int ROWS = 512;
    private static final int INNER = 576;
    private static final int COLUMNS = 1536;
    private static final int ROUNDS = 3;
    private static final long ROUND_NANOS = 120_000_000;

    private KernelMeasurement() {}

    /** Runs the program; see the class. */
    public static void main(String[] arguments) throws InterruptedException {
        Libtorch.load();
        for (String argument : arguments) {
            int threads = Integer.parseInt(argument);
            double best = 0;
            for (int round = 0; round < ROUNDS; round++) {
                best = Math.max(best, round(threads));
            }
            System.out.printf(Locale.ROOT, "%d %.1f%n", threads, best);
        }
    }

    // GFLOP/s of all threads together
    private static double round(int threads) throws InterruptedException {
        double[] rates = new double[threads];
        CyclicBarrier start = new CyclicBarrier(threads);
        List<Thread> running = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            int index = t;
            running.add(Thread.ofPlatform().start(() -> rates[index] = rate(start)));
        }
        double sum = 0;
        for (int t = 0; t < threads; t++) {
            running.get(t).join();
            sum += rates[t];
        }
        return sum;
    }

    private static double rate(CyclicBarrier start) {
        try (PointerScope scope = new PointerScope();
                NoGradGuard guard = new NoGradGuard()) {
            torch.set_num_threads(1);
            Tensor x = torch.ones(ROWS, INNER);
            Tensor weight = torch.ones(INNER, COLUMNS);
            Tensor out = torch.mm(x, weight);
            start.await();
            long began = System.nanoTime();
            int products = 0;
            while (System.nanoTime() - began < ROUND_NANOS) {
                torch.mm_out(out, x, weight);
                products++;
            }
            double seconds = (System.nanoTime() - began) / 1e9;
            return 2.0 * ROWS * INNER * COLUMNS * products / seconds / 1e9;
        } catch (InterruptedException | java.util.concurrent.BrokenBarrierException e) {
            throw new ModelException("the measurement was interrupted", e);
        }
    }
}
