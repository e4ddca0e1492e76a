package dev.tagwerk.formats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tagwerk.spec.ImportNote;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What other platforms are asked to run becomes a job, and nothing of it is passed over. */
class ContainerImportTest {
    private static ContainerImport.Result read(
            String name, String text, Optional<String> pick, Optional<String> image) {
        Understood understood = Formats.read(new SourceFile(name, text));
        assertThat(understood.faults()).isEmpty();
        return ContainerImport.read(
                understood.documents(),
                new ContainerImport.Wish(
                        pick, image, Path.of("/srv/in"), Path.of("/srv/job/job.yaml")));
    }

    private static ContainerImport.Result.Written written(String name, String text) {
        ContainerImport.Result result = read(name, text, Optional.empty(), Optional.empty());
        assertThat(result).isInstanceOf(ContainerImport.Result.Written.class);
        return (ContainerImport.Result.Written) result;
    }

    private static String job(ContainerImport.Result.Written written) {
        return written.job().substring(written.job().indexOf("kind: container"));
    }

    /** Kind, line and key of every note. */
    private static List<String> notes(ContainerImport.Result.Written written) {
        return written.notes().stream()
                .map(note -> note.kind() + " " + note.line() + " " + note.key())
                .toList();
    }

    @Test
    void aJobOfContainerApps() {
        ContainerImport.Result.Written written =
                written(
                        "aca.yaml",
                        """
                        type: Microsoft.App/jobs
                        name: lora
                        location: swedencentral
                        properties:
                          environmentId: /subscriptions/S/env
                          workloadProfileName: gpu-t4
                          configuration:
                            triggerType: Manual
                            replicaTimeout: 16200
                            replicaRetryLimit: 1
                            manualTriggerConfig: {parallelism: 1, replicaCompletionCount: 1}
                            secrets: [{name: hf, value: hf_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa}]
                            registries: [{server: reg.azurecr.io, identity: system}]
                          template:
                            containers:
                            - name: train
                              image: reg.azurecr.io/train:1.2
                              command: [python, train.py]
                              args: [--epochs, "3", ""]
                              env:
                              - {name: HF_HOME, value: /mnt/hf}
                              - {name: HF_TOKEN, secretRef: hf}
                              - {name: WANDB_API_KEY, value: 0123456789abcdef0123}
                              resources: {cpu: 8, memory: 56Gi}
                              volumeMounts:
                              - {volumeName: cache, mountPath: /mnt/hf, subPath: hub}
                              - {volumeName: tmp, mountPath: /scratch}
                            volumes:
                            - {name: cache, storageType: AzureFile, storageName: hfcache, mountOptions: mfsymlinks}
                            - {name: tmp, storageType: EmptyDir}
                        """);
        assertThat(job(written).replaceAll(" +#.*", ""))
                .isEqualTo(
                        """
                        kind: container
                        name: lora
                        image: reg.azurecr.io/train:1.2
                        command: [python, train.py]
                        args: [--epochs, "3", ""]
                        env:
                          HF_HOME: /mnt/hf
                        secrets: [HF_TOKEN, WANDB_API_KEY]
                        volumes:
                          - {path: /mnt/hf, source: hfcache/hub, read_only: false}
                          - {path: /scratch, read_only: false}
                        max_duration: 4h30m
                        retries: 1
                        resources:
                          cpus: 8
                          memory: 56GiB
                          gpu: T4
                          gpus: 1
                        provider:
                          name: azure-container-apps
                          region: swedencentral
                          machine: gpu-t4
                        """);
        assertThat(notes(written))
                .contains(
                        "LOST 5 properties.environmentId",
                        "LOST 8 properties.configuration.triggerType",
                        "LOST 12 properties.configuration.secrets",
                        "LOST 13 properties.configuration.registries",
                        "LOST 23 properties.template.containers[0].env[2]",
                        "LOST 29 properties.template.volumes[0].mountOptions",
                        "CHANGED 22 properties.template.containers[0].env[1]");
        assertThat(written.job())
                .contains("# properties.template.containers[0].image")
                .doesNotContain("hf_aaaa", "0123456789abcdef");
    }

    @Test
    void anAzCommandLine() {
        ContainerImport.Result.Written written =
                written(
                        "create.sh",
                        """
                        az login
                        az containerapp job create -n lora -g rg --environment env \\
                          --image reg.azurecr.io/train:1.2 --cpu 4 --memory 8Gi \\
                          --replica-timeout 3600 --replica-retry-limit 0 --trigger-type Manual \\
                          --workload-profile-name gpu-a100 --registry-password sesame-sesame \\
                          --env-vars HF_HOME=/cache "HF_TOKEN=secretref:hf" --args "--epochs" "3" -o none
                        """);
        assertThat(job(written))
                .contains("image: reg.azurecr.io/train:1.2")
                .contains("args: [--epochs, \"3\"]")
                .contains("HF_HOME: /cache")
                .contains("secrets: [HF_TOKEN]")
                .contains("max_duration: 1h")
                .contains("machine: gpu-a100");
        assertThat(notes(written))
                .contains(
                        "LOST 2 -g",
                        "LOST 2 --environment",
                        "LOST 4 --trigger-type",
                        "LOST 5 --registry-password",
                        "CHANGED 6 --env-vars")
                .noneMatch(note -> note.endsWith(" -o") || note.endsWith("--image"));
        assertThat(written.job()).doesNotContain("sesame");
    }

    @Test
    void anOvhCommandLineAndItsSpec() {
        ContainerImport.Result.Written line =
                written(
                        "run.sh",
                        "ovhai job run --name lora --flavor l4-1-gpu --gpu 1 --env A=b"
                                + " --volume data@GRA/rows:/workspace/data:RO:cache"
                                + " --volume out@GRA:/workspace/out:RWD --ssh-public-keys k"
                                + " ghcr.io/org/train:1 -- python train.py --epochs 3\n");
        assertThat(job(line))
                .contains("args: [python, train.py, --epochs, \"3\"]")
                .contains("- {path: /workspace/data, source: data@GRA/rows, read_only: true}")
                .contains("- {path: /workspace/out, source: out@GRA, read_only: false}")
                .contains("max_duration: 168h")
                .contains("machine: l4-1-gpu");
        assertThat(notes(line)).contains("LOST 1 --ssh-public-keys", "ASSUMED 0 timeout");
        assertThat(job(line)).containsPattern("image: ghcr.io/org/train:1 +# the command line");
        ContainerImport.Result.Written spec =
                written(
                        "spec.json",
                        """
                        {"name": "lora", "image": "ghcr.io/org/train:1", "region": "GRA",
                         "command": ["python", "train.py"], "timeout": 3600,
                         "envVars": [{"name": "A", "value": "b"}],
                         "resources": {"flavor": "l4-1-gpu", "gpu": 1},
                         "volumes": [{"dataStore": {"alias": "GRA", "container": "rows"},
                                      "mountPath": "/data", "permission": "RO"}],
                         "sshPublicKeys": ["k"], "unsecureHttp": false}
                        """);
        assertThat(job(spec))
                .contains("args: [python, train.py]")
                .contains("region: GRA")
                .contains("source: rows@GRA, read_only: true");
        assertThat(notes(spec)).contains("LOST 7 sshPublicKeys", "LOST 7 unsecureHttp");
    }

    @Test
    void aSkyPilotTask() {
        ContainerImport.Result.Written written =
                written(
                        "sky.yaml",
                        """
                        name: lora
                        num_nodes: 1
                        workdir: ./code
                        resources:
                          infra: azure/westus2
                          accelerators: A100-80GB:2
                          cpus: 8+
                          memory: 32+
                          image_id: docker:ghcr.io/org/train:1
                        envs: {MODEL: qwen}
                        secrets: {HF_TOKEN: null, KEY: abcdefghijkl}
                        file_mounts:
                          /ckpt: {source: "s3://bucket/p", mode: MOUNT}
                        setup: pip install -r requirements.txt
                        run: |
                          set -e
                          python train.py
                        """);
        assertThat(job(written))
                .contains("image: ghcr.io/org/train:1")
                .contains(
                        "  - |\n    pip install -r requirements.txt\n    set -e\n    python train.py\n")
                .contains("workdir: /code")
                .contains("secrets: [HF_TOKEN, KEY]")
                .contains("{path: /code, source: ../in/code, read_only: false}")
                .contains("{path: /ckpt, source: s3://bucket/p, read_only: false}")
                .contains("gpu: A100-80GB")
                .contains("gpus: 2")
                .contains("memory: 32GB")
                .doesNotContain("abcdefghijkl");
        assertThat(notes(written))
                .contains(
                        "LOST 2 num_nodes",
                        "LOST 11 secrets.KEY",
                        "CHANGED 3 workdir",
                        "CHANGED 7 resources.cpus",
                        "CHANGED 14 setup");
    }

    @Test
    void aDstackTask() {
        ContainerImport.Result.Written written =
                written(
                        "task.dstack.yml",
                        """
                        type: task
                        name: lora
                        image: ghcr.io/org/train:1
                        env: [HF_TOKEN, MODEL=qwen]
                        commands:
                          - pip install trl
                          - python train.py
                        resources: {gpu: "24GB:1", shm_size: 16GB}
                        max_duration: 6h
                        spot_policy: auto
                        """);
        assertThat(job(written))
                .contains("command: [/bin/sh, -i, -c, \"pip install trl && python train.py\"]")
                .contains("MODEL: qwen")
                .contains("secrets: [HF_TOKEN]")
                .contains("shm: 16GB")
                .contains("max_duration: 6h");
        assertThat(notes(written)).contains("LOST 8 resources.gpu", "LOST 10 spot_policy");
    }

    @Test
    void aKubernetesJob() {
        ContainerImport.Result.Written written =
                written(
                        "job.yaml",
                        """
                        apiVersion: batch/v1
                        kind: Job
                        metadata: {name: lora, labels: {app: lora}}
                        spec:
                          activeDeadlineSeconds: 7200
                          template:
                            spec:
                              restartPolicy: Never
                              nodeSelector: {nvidia.com/gpu.product: Tesla-T4}
                              containers:
                              - name: train
                                image: ghcr.io/org/train:1
                                args: ["--rate", "1e-4", "--node", "$(NODE)"]
                                env:
                                - {name: NODE, valueFrom: {fieldRef: {fieldPath: spec.nodeName}}}
                                - {name: HF_TOKEN, valueFrom: {secretKeyRef: {name: hf, key: token}}}
                                resources: {limits: {nvidia.com/gpu: 1, memory: 32Gi}, requests: {cpu: 4}}
                                volumeMounts:
                                - {name: shm, mountPath: /dev/shm}
                                - {name: out, mountPath: /output}
                              volumes:
                              - {name: shm, emptyDir: {medium: Memory, sizeLimit: 8Gi}}
                              - {name: out, persistentVolumeClaim: {claimName: runs}}
                        """);
        assertThat(job(written))
                .contains("args: [--rate, \"1e-4\", --node, \"$(NODE)\"]")
                .contains("NODE:")
                .contains("secrets: [HF_TOKEN]")
                .contains("- {path: /output, source: runs, read_only: false}")
                .contains("shm: 8GiB")
                .contains("cpus: 4")
                .contains("gpu: Tesla-T4")
                .contains("retries: 6");
        assertThat(notes(written))
                .contains(
                        "LOST 3 metadata.labels",
                        "LOST 8 spec.template.spec.restartPolicy",
                        "CHANGED 13 spec.template.spec.containers[0].args[3]",
                        "ASSUMED 0 backoffLimit");
    }

    @Test
    void aComposeService() {
        String text =
                """
                services:
                  train:
                    image: ghcr.io/org/train:1
                    entrypoint: python -m train
                    command: --name "a b" --cost $$5
                    working_dir: /work
                    environment: {MODEL: qwen, HF_TOKEN: }
                    volumes: ["./rows:/data:ro", "hf:/cache"]
                    shm_size: 2gb
                    ports: ["8080:8080"]
                    deploy: {resources: {reservations: {devices: [{driver: nvidia, count: 1, capabilities: [gpu]}]}}}
                  db:
                    image: postgres:17
                volumes: {hf: {}}
                """;
        ContainerImport.Result several =
                read("compose.yaml", text, Optional.empty(), Optional.empty());
        assertThat(several)
                .isInstanceOfSatisfying(
                        ContainerImport.Result.Refused.class,
                        refused -> assertThat(refused.remedy()).contains("train, db"));
        ContainerImport.Result.Written written =
                (ContainerImport.Result.Written)
                        read("compose.yaml", text, Optional.of("train"), Optional.empty());
        assertThat(job(written))
                .contains("command: [python, -m, train]")
                .contains("args: [--name, \"a b\", --cost, \"$5\"]")
                .contains("workdir: /work")
                .contains("secrets: [HF_TOKEN]")
                .contains("- {path: /data, source: ../in/rows, read_only: true}")
                .contains("- {path: /cache, source: hf, read_only: false}")
                .contains("gpus: 1");
        assertThat(notes(written)).contains("LOST 10 services.train.ports", "LOST 12 services.db");
    }

    @Test
    void aDockerCommandLine() {
        ContainerImport.Result.Written written =
                written(
                        "run.sh",
                        "docker run --rm -it --gpus all --shm-size=8g -e HF_TOKEN -e MODEL=qwen"
                                + " -v /srv/rows:/data:ro -w /work --network host -p 80:80"
                                + " --entrypoint python ghcr.io/org/train:1 train.py --epochs 3\n");
        assertThat(job(written))
                .contains("command: [python]")
                .contains("args: [train.py, --epochs, \"3\"]")
                .contains("MODEL: qwen")
                .contains("secrets: [HF_TOKEN]")
                .contains("source: /srv/rows, read_only: true")
                .contains("workdir: /work")
                .contains("gpus: 1");
        assertThat(notes(written))
                .containsExactlyInAnyOrder("LOST 1 --network", "LOST 1 -p", "CHANGED 1 --gpus");
    }

    @Test
    void mountsOfDockerInTheirLongForm() {
        ContainerImport.Result.Written written =
                written(
                        "run.sh",
                        "docker run --mount type=bind,source=/srv/rows,target=/data,readonly"
                                + " --mount=type=volume,src=runs,dst=/output"
                                + " --mount type=bind,source=/nowhere ghcr.io/org/train:1\n");
        assertThat(job(written))
                .contains("- {path: /data, source: /srv/rows, read_only: true}")
                .contains("- {path: /output, source: runs, read_only: false}");
        assertThat(notes(written)).contains("LOST 1 --mount");
    }

    @Test
    void aGitVolumeOfOvhKeepsItsAddress() {
        assertThat(
                        job(
                                written(
                                        "run.sh",
                                        "ovhai job run --volume https://example.org/x.git:/code:RO"
                                                + " ghcr.io/org/train:1\n")))
                .contains("source: https://example.org/x.git")
                .contains("path: /code");
    }

    @Test
    void anAzureMlCommandJob() {
        ContainerImport.Result.Written written =
                written(
                        "job.yml",
                        """
                        $schema: https://azuremlschemas.azureedge.net/latest/commandJob.schema.json
                        type: command
                        code: src
                        command: python train.py --rows ${{inputs.rows}} --rate ${{inputs.rate}} --out ${{outputs.model}}
                        inputs:
                          rows: {type: uri_folder, path: azureml:rows@latest}
                          rate: 0.001
                        outputs:
                          model: {type: uri_folder}
                        environment: {image: "ghcr.io/org/train:1"}
                        compute: azureml:gpu
                        resources: {shm_size: 16g}
                        limits: {timeout: 14400}
                        experiment_name: lora
                        """);
        assertThat(job(written))
                .contains("--rows /data/rows --rate 0.001 --out /output/model")
                .contains("- {path: /data/rows, source: azureml:rows@latest, read_only: true}")
                .contains("- {path: /output/model, read_only: false}")
                .contains("{path: /code, source: ../in/src, read_only: false}")
                .contains("shm: 16GiB")
                .contains("max_duration: 4h");
        assertThat(notes(written)).contains("LOST 14 experiment_name", "CHANGED 3 code");
    }

    @Test
    void whatNamesNoImageSaysHowToNameOne() {
        String text = "name: x\nresources: {accelerators: T4:1}\nrun: python train.py\n";
        assertThat(read("sky.yaml", text, Optional.empty(), Optional.empty()))
                .isInstanceOfSatisfying(
                        ContainerImport.Result.Refused.class,
                        refused -> assertThat(refused.remedy()).contains("--image"));
        assertThat(read("sky.yaml", text, Optional.empty(), Optional.of("ghcr.io/o/x:1")))
                .isInstanceOf(ContainerImport.Result.Written.class);
        assertThat(read("sky.yaml", text, Optional.empty(), Optional.of("No Image")))
                .isInstanceOf(ContainerImport.Result.Refused.class);
    }

    @Test
    void aSecretInACommandIsLeftOutAndSaid() {
        ContainerImport.Result.Written written =
                written(
                        "run.sh",
                        "docker run ghcr.io/org/train:1 --token hf_"
                                + "a".repeat(34)
                                + " --rate 1\n");
        assertThat(written.job()).contains("\"<secret>\"").doesNotContain("hf_aaa");
        assertThat(written.notes())
                .extracting(ImportNote::kind)
                .containsExactly(ImportNote.Kind.LOST);
    }
}
