package dev.tagwerk.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemoryCommandTest {
    private static final int INNER = 8192;

    @TempDir Path folder;

    private Terminal run(String... arguments) {
        return new Terminal(folder).run(arguments);
    }

    private String job() {
        return folder.resolve("job.yaml").toString();
    }

    /** So many layers that fp32 copies of them are half more than all memory here. */
    private static int layersBeyondMemory() {
        long bytesPerLayer = 4L * (4L * 1024 * 1024 + 3L * INNER * 1024);
        long limit = MemoryLimit.here().orElseThrow().bytes();
        return (int) (limit * 3 / 2 / bytesPerLayer);
    }

    @Test
    void theTableAddsUpAndASmallJobFits() throws IOException {
        SparseModel.write(folder, 2, 512, "batch_size: 4, precision: fp32");
        Terminal terminal = run("memory", job());
        assertThat(terminal.code()).as(terminal.err()).isZero();
        assertThat(terminal.out())
                .contains("weights, f32", "optimiser", "gradients", "available")
                .endsWith("fits" + System.lineSeparator());

        JsonNode json = new ObjectMapper().readTree(run("memory", job(), "--json").out());
        long sum = 0;
        for (JsonNode line : json.path("lines")) {
            sum += line.path("bytes").asLong();
        }
        assertThat(json.path("main_bytes").asLong()).isEqualTo(sum);
        assertThat(json.path("verdict").asText()).isEqualTo("fits");

        Terminal check = run("check", job());
        assertThat(check.code()).isZero();
        assertThat(check.out()).contains("memory  about ").contains(": fits");
    }

    @Test
    void aJobThatCannotFitIsRefusedWithSettingsThatDo() throws IOException {
        SparseModel.write(folder, layersBeyondMemory(), INNER, "batch_size: 4, precision: fp32");
        Terminal run = run("run", job(), "--detach");
        assertThat(run.code()).isEqualTo(ExitCode.REFUSED);
        assertThat(run.err())
                .contains("would not fit into memory; nothing was started")
                .contains("--ignore-memory")
                .contains("{method: qlora}");
        assertThat(folder.resolve(".tagwerk/runs")).doesNotExist();

        Terminal check = run("check", job());
        assertThat(check.code()).isEqualTo(ExitCode.REFUSED);
        assertThat(check.out()).contains("is valid.").contains("does not fit");

        JsonNode json = new ObjectMapper().readTree(run("memory", job(), "--json").out());
        long available = json.path("available_bytes").asLong();
        assertThat(json.path("unreclaimable_bytes").asLong()).isGreaterThan(available);
        assertThat(json.path("fitting")).isNotEmpty();
        for (JsonNode fitting : json.path("fitting")) {
            assertThat(fitting.path("peak_bytes").asLong()).isLessThanOrEqualTo(available);
        }
    }

    @Test
    void whatIsAdvisedFitsWhenItIsWritten() throws IOException {
        SparseModel.write(
                folder,
                layersBeyondMemory(),
                INNER,
                "batch_size: 4, precision: fp32, method: qlora");
        assertThat(run("memory", job()).code()).isZero();
    }

    @Test
    void aCardIsNamedInAnyOfItsNamesAndALargerOneIsSaid() throws IOException {
        // about 9 billion parameters: 18 GB in bf16
        SparseModel.write(folder, 300, INNER, "batch_size: 4");
        Terminal small = run("memory", job(), "--gpu", "nvidia-tesla-t4");
        assertThat(small.code()).isEqualTo(ExitCode.REFUSED);
        assertThat(small.out())
                .contains("CUDA context", "the memory of T4", "does not fit")
                .contains("{method: qlora}")
                .containsPattern("as it is, it fits on one \\S+");
        assertThat(run("memory", job(), "--gpu", "H100").code()).isZero();
        Terminal unknown = run("memory", job(), "--gpu", "Voodoo2");
        assertThat(unknown.code()).isEqualTo(ExitCode.USAGE);
        assertThat(unknown.err()).contains("no card is named Voodoo2").contains("L4");
    }

    @Test
    void processesBecomeCardsEachWithACopy() throws IOException {
        SparseModel.write(folder, 2, INNER, "batch_size: 4");
        Terminal one = run("memory", job(), "--gpu", "H100", "--json");
        assertThat(one.code()).as(one.err()).isZero();
        JsonNode alone = new ObjectMapper().readTree(one.out());
        Path job = Path.of(job());
        Files.writeString(
                job, Files.readString(job).replace("threads: 1", "threads: 2, processes: 2"));
        Terminal two = run("memory", job(), "--gpu", "H100", "--json");
        assertThat(two.code()).as(two.err()).isZero();
        JsonNode both = new ObjectMapper().readTree(two.out());
        assertThat(both.path("main_bytes").asLong())
                .isGreaterThan(alone.path("main_bytes").asLong() * 19 / 10);
        // the model is on each card, half of the batch too
        assertThat(both.path("card_bytes").asLong())
                .isLessThan(alone.path("card_bytes").asLong())
                .isGreaterThan(alone.path("card_bytes").asLong() / 2);
        assertThat(run("memory", job(), "--gpu", "H100").out()).contains("on each of 2 cards");
    }

    @Test
    void theSmallestLimitAboveCounts() throws IOException {
        Files.createDirectories(folder.resolve("proc/self"));
        Files.writeString(folder.resolve("proc/meminfo"), "MemTotal:       1000000 kB\n");
        Files.writeString(
                folder.resolve("proc/self/cgroup"), "4:cpu,memory:/a/b\n1:name=systemd:/\n0::/c\n");
        assertThat(MemoryLimit.of(folder).orElseThrow().bytes()).isEqualTo(1_024_000_000);

        Path outer =
                Files.createDirectories(folder.resolve("sys/fs/cgroup/memory/a/b")).getParent();
        Files.writeString(outer.resolve("b/memory.limit_in_bytes"), "9223372036854771712\n");
        assertThat(MemoryLimit.of(folder).orElseThrow().origin()).isEqualTo("physical memory");
        Files.writeString(outer.resolve("memory.limit_in_bytes"), "500000000\n");
        assertThat(MemoryLimit.of(folder).orElseThrow().bytes()).isEqualTo(500_000_000);

        Path second = Files.createDirectories(folder.resolve("sys/fs/cgroup/c"));
        Files.writeString(second.resolve("memory.max"), "max\n");
        assertThat(MemoryLimit.of(folder).orElseThrow().bytes()).isEqualTo(500_000_000);
        Files.writeString(second.resolve("memory.max"), "400000000\n");
        assertThat(MemoryLimit.of(folder).orElseThrow())
                .satisfies(limit -> assertThat(limit.bytes()).isEqualTo(400_000_000))
                .satisfies(limit -> assertThat(limit.origin()).contains("memory.max"));
    }
}
