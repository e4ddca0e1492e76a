package dev.tagwerk.preflight;

import java.util.List;
import java.util.Map;

/** Bad files beside the rules' own examples: the same faults in other people's spellings. */
final class AdviceVariants {
    private static final String DIGEST =
            "@sha256:0000000000000000000000000000000000000000000000000000000000000000";
    private static final String OVH = "ovhai job run ovhcom/lora" + DIGEST + " ";
    private static final String SAVES = " --save_steps 50 --resume_from_checkpoint true\n";
    private static final String APPS =
            """
            type: Microsoft.App/jobs
            location: swedencentral
            name: %s
            properties:
              environmentId: /subscriptions/S/resourceGroups/RG/providers/Microsoft.App/managedEnvironments/ENV
              configuration:
                triggerType: Manual
                replicaTimeout: 7200
                replicaRetryLimit: 0
                manualTriggerConfig: {parallelism: 1, replicaCompletionCount: 1}
              template:
                containers:
                - name: train
                  image: myreg.azurecr.io/lora%s
                  %s
                  resources: {cpu: 2, memory: 4Gi}
            """;

    record Variant(String rule, String file, String text, Map<String, String> options) {}

    static final List<Variant> ALL =
            List.of(
                    of("TW-ACA-030", "job.yaml", apps("t", "command: [train]")),
                    of("TW-ACA-030", "job.yaml", apps("\"7\"", "command: [train]")),
                    of(
                            "TW-ACA-030",
                            "start.sh",
                            "az containerapp job create -g rg --environment e --name t --image r.io/a"
                                    + DIGEST
                                    + " --trigger-type Manual --replica-timeout 3600 --cpu 2 --memory 4Gi\n"),
                    of(
                            "TW-OVH-011",
                            "start.sh",
                            OVH + "--gpu 1 --timeout 4h python train.py --bf16 true" + SAVES),
                    of("TW-OVH-006", "job.json", spec("\"gpu\": 8", "3600")),
                    of("TW-OVH-006", "start.sh", OVH + "--gpu 8 --timeout 4h -- python a.py\n"),
                    of("TW-OVH-014", "job.json", spec("\"gpu\": 1", "9000000")),
                    of("TW-OVH-014", "start.sh", OVH + "--gpu 1 --timeout 40d -- python a.py\n"),
                    of(
                            "TW-OVH-012",
                            "job.json",
                            spec("\"gpu\": 1, \"flavor\": \"ai1-1-gp\"", "3600")),
                    of(
                            "TW-CMD-004",
                            "job.yaml",
                            apps("tune", "command: [\"python train.py --x 1\"]")),
                    of(
                            "TW-CMD-004",
                            "job.yaml",
                            apps("tune", "command: [\"cd /w && python a.py\"]")),
                    of("TW-CMD-004", "job.yaml", apps("tune", "args: [\"--epochs 3\"]")),
                    of(
                            "TW-GPU-001",
                            "job.yaml",
                            apps("tune", "args: [\"--bf16\", \"true\"]"),
                            Map.of("gpu", "T4")),
                    of(
                            "TW-GPU-002",
                            "start.sh",
                            "docker run --gpus all r.io/a"
                                    + DIGEST
                                    + " --attn_implementation flash_attention_2\n",
                            Map.of("gpu", "T4")),
                    of(
                            "TW-GPU-005",
                            "start.sh",
                            "docker run --gpus all r.io/a"
                                    + DIGEST
                                    + " --dataloader_num_workers 4\n"),
                    of(
                            "TW-TRN-003",
                            "start.sh",
                            "docker run --gpus all r.io/a" + DIGEST + " --save_strategy no\n"));

    private AdviceVariants() {}

    private static Variant of(String rule, String file, String text) {
        return of(rule, file, text, Map.of());
    }

    private static Variant of(String rule, String file, String text, Map<String, String> options) {
        return new Variant(rule, file, text, options);
    }

    private static String apps(String name, String words) {
        return APPS.formatted(name, DIGEST, words);
    }

    private static String spec(String resources, String timeout) {
        return "{\"image\": \"ovhcom/lora"
                + DIGEST
                + "\", \"command\": [\"python\", \"a.py\"], \"resources\": {"
                + resources
                + "}, \"timeout\": "
                + timeout
                + ", \"region\": \"GRA\"}\n";
    }
}
