package dev.tagwerk.market;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Published samples, correct by their makers' word, have nothing that the tables refuse. */
class SchemaSamplesTest {
    private static final String ML = "azure-ml-examples/";

    @ParameterizedTest
    @CsvSource({
        "azure/example-aca-gpu-job.yaml, aca, CliJob",
        ML + "jobs_deepspeed_deepspeed-training_job.yml, aml-cli, CommandJob",
        ML + "jobs_basics_hello-sweep.yml, aml-cli, SweepJob",
        ML
                + "foundation-models_system_finetune_text-generation_text-generation-pipeline.yml, aml-cli, PipelineJob",
        ML + "resources_compute_cluster-basic.yml, aml-cli, AmlCompute",
        ML + "resources_compute_cluster-low-priority.yml, aml-cli, AmlCompute",
        ML + "resources_compute_cluster-minimal.yml, aml-cli, AmlCompute",
        ML + "resources_compute_instance-basic.yml, aml-cli, ComputeInstance",
        ML + "resources_compute_instance-schedule.yml, aml-cli, ComputeInstance",
        ML + "endpoints_online_managed_sample_endpoint.yml, aml-cli, ManagedOnlineEndpoint",
        ML
                + "endpoints_online_managed_sample_blue-deployment.yml, aml-cli, ManagedOnlineDeployment",
        ML
                + "endpoints_online_custom-container_torchserve_densenet_torchserve-deployment.yml, aml-cli, ManagedOnlineDeployment",
        ML + "endpoints_online_managed_minimal_single-model-registered_model.yml, aml-cli, Model",
        ML
                + "endpoints_batch_deploy-models_huggingface-text-summarization_endpoint.yml, aml-cli, BatchEndpoint",
        ML
                + "endpoints_batch_deploy-models_huggingface-text-summarization_deployment.yml, aml-cli, ModelBatchDeployment",
    })
    void nothingIsRefused(String file, String schema, String type) throws IOException {
        String text = Files.readString(Originals.spec(file)).replaceAll("\\{\\{\\w+}}", "1");
        Object document = new Load(LoadSettings.builder().build()).loadFromString(text);
        List<String> refused = new ArrayList<>();
        check(refused, "", Schemas.type(schema, type), document);
        assertThat(refused).isEmpty();
    }

    @Test
    void whatIsWrongIsRefused() {
        Object document =
                new Load(LoadSettings.builder().build())
                        .loadFromString(
                                "{command: x, enviroment: y, limits: {timeout: PT5H},"
                                        + " distribution: {type: horovod}, resources: {shm_size: 2GB}}");
        List<String> refused = new ArrayList<>();
        check(refused, "", Schemas.type("aml-cli", "CommandJob"), document);
        assertThat(refused)
                .containsExactlyInAnyOrder(
                        ".environment: required",
                        ".enviroment: unknown",
                        ".limits.timeout: not integer",
                        ".distribution.type: horovod",
                        ".resources.shm_size: 2GB");
    }

    private static void check(List<String> refused, String path, SchemaType type, Object value) {
        if (!(value instanceof Map<?, ?> map)) {
            refused.add(path + ": no object");
            return;
        }
        SchemaType whole =
                type.discriminator()
                        .map(name -> map.get(name))
                        .flatMap(chosen -> type.variant(chosen.toString()))
                        .orElse(type);
        whole.required().stream()
                .filter(property -> !map.containsKey(property.name()))
                .forEach(property -> refused.add(path + "." + property.name() + ": required"));
        map.forEach(
                (key, child) -> {
                    String place = path + "." + key;
                    whole.property(key.toString())
                            .ifPresentOrElse(
                                    property ->
                                            check(
                                                    refused,
                                                    place,
                                                    whole,
                                                    property,
                                                    property.type(),
                                                    child),
                                    () -> {
                                        if (whole.complete()) {
                                            refused.add(place + ": unknown");
                                        }
                                    });
                });
    }

    private static void check(
            List<String> refused,
            String path,
            SchemaType owner,
            SchemaProperty property,
            ValueType kind,
            Object value) {
        switch (kind) {
            case ValueType.Scalar scalar -> scalar(refused, path, property, scalar, value);
            case ValueType.Reference reference ->
                    check(refused, path, owner.resolve(reference), value);
            case ValueType.ListOf list -> {
                for (Object element : (List<?>) value) {
                    check(refused, path + "[]", owner, property, list.element(), element);
                }
            }
            case ValueType.MapOf map ->
                    ((Map<?, ?>) value)
                            .forEach(
                                    (key, one) ->
                                            check(
                                                    refused,
                                                    path + "." + key,
                                                    owner,
                                                    property,
                                                    map.value(),
                                                    one));
            case ValueType.OneOf one -> {
                List<String> least = null;
                for (ValueType alternative : one.kinds()) {
                    List<String> told = new ArrayList<>();
                    try {
                        check(told, path, owner, property, alternative, value);
                    } catch (ClassCastException e) {
                        told.add(path + ": " + e.getMessage());
                    }
                    least = least == null || told.size() < least.size() ? told : least;
                }
                refused.addAll(least);
            }
        }
    }

    private static void scalar(
            List<String> refused,
            String path,
            SchemaProperty property,
            ValueType.Scalar scalar,
            Object value) {
        boolean right =
                switch (scalar) {
                    case STRING -> value instanceof String;
                    case INTEGER -> value instanceof Integer;
                    case NUMBER -> value instanceof Number;
                    case BOOLEAN -> value instanceof Boolean;
                    case NULL -> value == null;
                    case ANY -> true;
                };
        if (!right || value == null) {
            if (!right) {
                refused.add(path + ": not " + scalar);
            }
            return;
        }
        BigDecimal size =
                value instanceof Number number
                        ? new BigDecimal(number.toString())
                        : BigDecimal.valueOf(value.toString().length());
        if (!property.allows(value.toString())
                || property.pattern()
                        .filter(pattern -> !pattern.matcher(value.toString()).find())
                        .isPresent()
                || property.minimum().filter(least -> size.compareTo(least) < 0).isPresent()
                || property.maximum().filter(most -> size.compareTo(most) > 0).isPresent()) {
            refused.add(path + ": " + value);
        }
    }
}
