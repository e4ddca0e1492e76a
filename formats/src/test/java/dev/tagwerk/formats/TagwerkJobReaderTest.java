package dev.tagwerk.formats;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class TagwerkJobReaderTest {
    private static List<Document> read(String text) {
        return Formats.read(new SourceFile("job.yaml", text)).documents();
    }

    @Test
    void aJobHasItsDurationAndItsGpus() {
        Workload workload =
                read("""
                                kind: training
                                name: dice
                                model: ./tiny-base
                                data: {train: rows.jsonl}
                                resources: {device: cuda, gpus: 2}
                                max_duration: 8h
                                """)
                        .getFirst()
                        .workloads()
                        .getFirst();
        assertThat(workload.platform()).isEqualTo(Platform.LOCAL);
        assertThat(workload.name().map(Scalar::text)).contains("dice");
        assertThat(workload.gpu().flatMap(Gpus::count)).contains(2);
        assertThat(workload.timeout().map(Located::value)).contains(Duration.ofHours(8));
    }

    @Test
    void aJobWithAWrongKindOrNoneIsStillAJob() {
        assertThat(read("kind: trainning\nmodel: m\ndata: {train: r}\nrecipe: {rank: 8}\n"))
                .extracting(Document::format)
                .containsExactly(Format.TAGWERK_JOB);
        assertThat(read("model: m\ndata: {train: r}\ntask: decision\n")).hasSize(1);
        assertThat(read("kind: training\n")).hasSize(1);
    }

    @Test
    void othersFilesAreNot() {
        assertThat(read("apiVersion: v1\nkind: training\nmodel: m\n")).isEmpty();
        assertThat(read("model: m\ndata: rows\n")).isEmpty();
        assertThat(read("kind: pipeline\nsteps: []\n")).isEmpty();
        assertThat(read("- kind\n- training\n")).isEmpty();
    }
}
