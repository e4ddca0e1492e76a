package dev.tagwerk.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TensorMemoryTest {
    private static final long MIB = 1 << 20;

    @BeforeAll
    static void load() {
        Libtorch.load();
    }

    @Test
    void tensorsLieHereAndGoWithTheirLastReference() {
        long before = TensorMemory.heldBytes();
        try (PointerScope scope = new PointerScope()) {
            Tensor tensor = torch.ones(MIB);
            Tensor view = tensor.narrow(0, 5, 10);
            assertThat(TensorMemory.heldBytes() - before).isBetween(4 * MIB, 4 * MIB + 4096);
            tensor.releaseReference();
            assertThat(view.sum().item_float()).isEqualTo(10);
            assertThat(TensorMemory.heldBytes() - before).isGreaterThanOrEqualTo(4 * MIB);
        }
        assertThat(TensorMemory.heldBytes()).isEqualTo(before);
    }

    @Test
    void theNextOfItsSizeLiesInItsPlace() {
        try (PointerScope scope = new PointerScope()) {
            Tensor first = torch.ones(MIB);
            Tensor ignored = torch.ones(1);
            long address = first.data_ptr().address();
            assertThat(address % 64).isZero();
            first.releaseReference();
            assertThat(torch.ones(MIB).data_ptr().address()).isEqualTo(address);
        }
    }

    @Test
    void anEmptyTensorTakesNothing() {
        try (PointerScope scope = new PointerScope()) {
            assertThat(torch.ones(0, 5).add(new Scalar(1)).numel()).isZero();
        }
    }

    /** The last is more than any heap takes: libtorch itself refuses it. */
    @ParameterizedTest
    @ValueSource(longs = {1L << 44, 1L << 60})
    void whatIsTooLargeIsAnException(long elements) {
        assertThatThrownBy(() -> torch.empty(elements)).isInstanceOf(RuntimeException.class);
        try (PointerScope scope = new PointerScope()) {
            assertThat(torch.ones(3).sum().item_float()).isEqualTo(3);
        }
    }

    @Test
    void whatIsFreeGoesBackToTheKernel() {
        try (PointerScope scope = new PointerScope()) {
            Tensor first = torch.ones(64 * MIB);
            Tensor kept = torch.ones(1000);
            first.releaseReference();
            long resident = Machine.residentBytes();
            long touched = TensorMemory.touchedBytes();
            TensorMemory.giveBack();
            assertThat(Machine.residentBytes()).isLessThan(resident - 200 * MIB);
            assertThat(TensorMemory.touchedBytes()).isLessThanOrEqualTo(touched);
            assertThat(kept.sum().item_float()).isEqualTo(1000);
            assertThat(torch.ones(MIB).sum().item_float()).isEqualTo(MIB);
        }
    }

    /** Tensors are made by one thread and freed by another while pages are given back. */
    @Test
    void threadsDoNotDisturbOneAnother() {
        long before = TensorMemory.heldBytes();
        int count = 4;
        ConcurrentLinkedQueue<Tensor> passedOn = new ConcurrentLinkedQueue<>();
        try (Workers workers = new Workers(count)) {
            List<Callable<Integer>> tasks = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                int number = i;
                tasks.add(() -> exchange(new Random(number), passedOn));
            }
            assertThat(workers.run(tasks)).containsOnly(0);
        }
        passedOn.forEach(Tensor::releaseReference);
        assertThat(TensorMemory.heldBytes()).isEqualTo(before);
    }

    // how many tensors did not hold what had been written to them
    private static int exchange(Random random, ConcurrentLinkedQueue<Tensor> passedOn) {
        int wrong = 0;
        for (int round = 0; round < 600; round++) {
            try (PointerScope scope = new PointerScope()) {
                long size = 1 + (long) Math.exp(random.nextDouble() * 10);
                Tensor made = torch.full(new long[] {size}, new Scalar(size % 1000));
                made.retainReference();
                passedOn.add(made);
                Tensor taken = round % 3 == 0 ? null : passedOn.poll();
                if (taken != null) {
                    float wanted = taken.numel() % 1000;
                    if (taken.min().item_float() != wanted || taken.max().item_float() != wanted) {
                        wrong++;
                    }
                    taken.releaseReference();
                }
                if (round % 100 == 0) {
                    TensorMemory.giveBack();
                }
            }
        }
        return wrong;
    }

    /** The JVM goes while threads compute and tensors are alive, and is not missed. */
    @ParameterizedTest
    @ValueSource(strings = {"return", "exit"})
    void aProcessEndsInTheMidstOfComputing(String end) throws Exception {
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "--enable-native-access=ALL-UNNAMED",
                                "-XX:+UseSerialGC",
                                "-cp",
                                System.getProperty("java.class.path"),
                                Ending.class.getName(),
                                end)
                        .redirectErrorStream(true)
                        .start();
        String said = new String(process.getInputStream().readAllBytes());
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(said).isZero();
    }

    /** A process that ends while its workers make, use and free tensors. */
    static final class Ending {
        private static final List<Tensor> ALIVE = new ArrayList<>();

        private Ending() {}

        public static void main(String[] arguments) throws InterruptedException {
            Libtorch.load();
            ALIVE.add(torch.ones(MIB));
            for (int i = 0; i < 2; i++) {
                int number = i;
                Thread.ofPlatform().daemon().start(() -> compute(number));
            }
            ConcurrentLinkedQueue<Tensor> none = new ConcurrentLinkedQueue<>();
            exchange(new Random(9), none);
            if (arguments[0].equals("exit")) {
                System.exit(0);
            }
        }

        private static void compute(int number) {
            TensorMemory.asWorker(number);
            while (true) {
                try (PointerScope scope = new PointerScope()) {
                    Tensor ignored = torch.ones(300, 300).mm(torch.ones(300, 300)).sum();
                }
            }
        }
    }
}
