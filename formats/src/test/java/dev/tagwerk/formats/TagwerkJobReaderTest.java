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
    void aContainerJobIsAWorkload() {
        Workload workload =
                read("""
                                kind: container
                                image: ghcr.io/org/train:1
                                command: [python, train.py]
                                args: [--epochs, 3]
                                env: {HF_HOME: /cache/hf, SEED: }
                                secrets: [HF_TOKEN]
                                volumes:
                                - {path: /data, source: ./rows}
                                - {path: /output, source: runs}
                                - {path: /scratch}
                                resources: {cpus: 8, memory: 55GiB, gpu: T4, shm: 2GiB}
                                max_duration: 4h
                                retries: 2
                                provider: {name: azure-container-apps, region: swedencentral, machine: gpu-t4}
                                """)
                        .getFirst()
                        .workloads()
                        .getFirst();
        Container container = workload.containers().getFirst();
        assertThat(workload.platform()).isEqualTo(Platform.AZURE_CONTAINER_APPS);
        assertThat(workload.machine().map(Scalar::text)).contains("gpu-t4");
        assertThat(workload.gpu())
                .map(gpu -> gpu.model() + " " + gpu.count())
                .contains("Optional[T4] Optional[1]");
        assertThat(workload.retries().map(Located::value)).contains(2);
        assertThat(container.words())
                .extracting(Scalar::text)
                .containsExactly("python", "train.py", "--epochs", "3");
        assertThat(container.env("HF_HOME").map(Scalar::text)).contains("/cache/hf");
        assertThat(container.env("HF_TOKEN")).isEmpty();
        assertThat(container.sharedMemory().map(Located::value)).contains(2L << 30);
        assertThat(container.mounts())
                .extracting(mount -> mount.path() + " " + mount.readOnly())
                .containsExactly("/data true", "/output false", "/scratch false");
        assertThat(workload.volumes())
                .extracting(Volume::type)
                .containsExactly(Volume.Type.HOST, Volume.Type.OTHER, Volume.Type.EMPTY_DIRECTORY);
    }

    @Test
    void aHintedJobBelongsWhereItIsGoing() {
        for (Platform platform :
                List.of(Platform.OVH_AI, Platform.KUBERNETES, Platform.DOCKER, Platform.AZURE_ML)) {
            String job = "kind: container\nimage: r.io/x:1\nprovider: {name: " + platform.word();
            assertThat(read(job + "}\n").getFirst().workloads().getFirst().platform())
                    .isEqualTo(platform);
        }
        assertThat(
                        read("kind: container\nimage: r.io/x:1\n")
                                .getFirst()
                                .workloads()
                                .getFirst()
                                .platform())
                .isEqualTo(Platform.LOCAL);
    }

    @Test
    void othersFilesAreNot() {
        assertThat(read("apiVersion: v1\nkind: training\nmodel: m\n"))
                .extracting(Document::format)
                .containsExactly(Format.KUBERNETES);
        assertThat(read("model: m\ndata: rows\n")).isEmpty();
        assertThat(read("kind: pipeline\nsteps: []\n")).isEmpty();
        assertThat(read("- kind\n- training\n")).isEmpty();
    }
}
