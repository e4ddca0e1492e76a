package dev.tagwerk.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Many at once: threads, and processes, of which one is killed. */
@Timeout(300)
class GrantProcessesTest {
    private static final int RUNS = 10;
    @TempDir private Path folder;

    private static Process start(Path folder, String name, int runs) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        GrantMain.class.getName(),
                        folder.toString(),
                        name,
                        String.valueOf(runs))
                .redirectErrorStream(true)
                .start();
    }

    private static BigDecimal given(Process process) throws Exception {
        String said =
                new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(said).isZero();
        return new BigDecimal(said);
    }

    private GrantGauge gauge() {
        return GrantStoreTest.store(folder).gauges("prod", YearMonth.of(2026, 10)).getFirst();
    }

    @Test
    void threadsAndProcessesGetTogetherWhatThereIs() throws Exception {
        // each run of half an hour wants 14,400 vCPU-seconds: 180,000 are twelve and a half
        List<Process> processes =
                List.of(start(folder, "left", RUNS), start(folder, "right", RUNS));
        BigDecimal given = BigDecimal.ZERO;
        List<Callable<BigDecimal>> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            String name = "thread" + i;
            threads.add(() -> GrantMain.settle(folder, name, 3));
        }
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<BigDecimal> one : executor.invokeAll(threads)) {
                given = given.add(one.get());
            }
        }
        for (Process process : processes) {
            given = given.add(given(process));
        }
        assertThat(given).isEqualByComparingTo("180000");
        assertThat(gauge().left()).isZero();
        assertThat(gauge().overdrawn()).isZero();
    }

    @Test
    void aKilledProcessLosesNothingAndHoldsNoLock() throws Exception {
        Process killed = start(folder, "killed", 1_000_000);
        Path file = folder.resolve("ledger/grants.jsonl");
        while (!Files.exists(file) || Files.size(file) < 1000) {
            assertThat(killed.isAlive()).isTrue();
            Thread.onSpinWait();
        }
        killed.destroyForcibly().waitFor();
        String text = Files.readString(file);
        List<String> kept = text.substring(0, text.lastIndexOf('\n')).lines().toList();
        GrantMain.settle(folder, "after", 20);
        assertThat(Files.readAllLines(file)).startsWith(kept.toArray(String[]::new));
        assertThat(gauge().left()).isZero();
        assertThat(gauge().used()).isEqualByComparingTo("180000");
        assertThat(gauge().runs()).containsKey("killed-0");
    }
}
