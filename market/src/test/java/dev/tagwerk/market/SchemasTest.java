package dev.tagwerk.market;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SchemasTest {
    private static SchemaProperty property(String schema, String type, String name) {
        return Schemas.type(schema, type).property(name).orElseThrow();
    }

    @Test
    void aContainerAppsJobMustHaveATimeout() {
        SchemaType configuration = Schemas.type("aca", "JobConfiguration");
        assertThat(configuration.required())
                .extracting(SchemaProperty::name)
                .containsExactly("replicaTimeout", "triggerType");
        assertThat(configuration.complete()).isTrue();
        assertThat(configuration.property("triggerType").orElseThrow().allows("manual")).isTrue();
        assertThat(configuration.property("triggerType").orElseThrow().allows("Once")).isFalse();
        assertThat(configuration.nearest("replicaTimeOut"))
                .map(SchemaProperty::name)
                .contains("replicaTimeout");
        assertThat(configuration.nearest("replica_retry_limit"))
                .map(SchemaProperty::name)
                .contains("replicaRetryLimit");
        assertThat(configuration.nearest("schedule")).isEmpty();
    }

    @Test
    void gpuIsOfPreviewsOnly() {
        SchemaProperty gpu = property("aca", "ContainerResources", "gpu");
        assertThat(gpu.since()).contains("2025-10-02-preview");
        assertThat(gpu.note())
                .hasValueSatisfying(note -> assertThat(note).contains("workloadProfileName"));
        assertThat(property("aca", "ContainerResources", "cpu").since()).isEmpty();
    }

    @Test
    void nestedTypesAreReached() {
        SchemaType job = Schemas.type("aca", "Job");
        SchemaType properties =
                job.resolve((ValueType.Reference) job.property("properties").orElseThrow().type());
        SchemaType template =
                properties.resolve(
                        (ValueType.Reference) properties.property("template").orElseThrow().type());
        ValueType containers = template.property("containers").orElseThrow().type();
        assertThat(containers)
                .isEqualTo(new ValueType.ListOf(new ValueType.Reference("Container")));
        assertThat(property("aca", "Job", "tags").type())
                .isEqualTo(new ValueType.MapOf(ValueType.Scalar.STRING));
        assertThat(property("aca", "JobProperties", "environmentId").access())
                .isEqualTo(Access.CREATE_ONLY);
        assertThat(property("aca", "ContainerResources", "ephemeralStorage").access())
                .isEqualTo(Access.READ_ONLY);
        assertThat(property("aca", "CliJob", "workloadProfileName").access())
                .isEqualTo(Access.IGNORED);
    }

    @ParameterizedTest
    @CsvSource({
        "initialDelaySeconds, 0, 60",
        "periodSeconds, 1, 240",
        "failureThreshold, 1, 10",
        "timeoutSeconds, 1, 240"
    })
    void rangesOfProbes(String name, String minimum, String maximum) {
        SchemaProperty probe = property("aca", "ContainerAppProbe", name);
        assertThat(probe.minimum().orElseThrow()).isEqualByComparingTo(minimum);
        assertThat(probe.maximum().orElseThrow()).isEqualByComparingTo(maximum);
    }

    @Test
    void aDiscriminatorAddsProperties() {
        SchemaType base = Schemas.type("aml", "JobBaseProperties");
        assertThat(base.discriminator()).contains("jobType");
        SchemaType command = base.variant("Command").orElseThrow();
        assertThat(command.properties()).containsKeys("computeId", "environmentId", "command");
        assertThat(command.required())
                .extracting(SchemaProperty::name)
                .contains("command", "environmentId");
        assertThat(base.variant("Bash")).isEmpty();
        assertThat(
                        Schemas.type("aml-cli", "Distribution")
                                .variant("PyTorch")
                                .orElseThrow()
                                .properties())
                .containsKeys("type", "process_count_per_instance");
    }

    @Test
    void azureMlsOwnYaml() {
        SchemaType command = Schemas.type("aml-cli", "CommandJob");
        assertThat(command.complete()).isTrue();
        assertThat(command.required())
                .extracting(SchemaProperty::name)
                .contains("command", "environment");
        assertThat(command.nearest("enviroment")).map(SchemaProperty::name).contains("environment");
        assertThat(
                        property("aml-cli", "RequestSettings", "request_timeout_ms")
                                .maximum()
                                .orElseThrow())
                .isEqualByComparingTo("180000");
        assertThat(property("aml-cli", "AmlCompute", "tier").allows("LowPriority")).isTrue();
        assertThat(property("aml-cli", "AmlCompute", "tier").allows("spot")).isFalse();
        assertThat(Schemas.type("aml-cli", "PipelineStep").complete()).isFalse();
        assertThat(property("aml-cli", "CommandJob", "inputs").type())
                .isInstanceOfSatisfying(
                        ValueType.MapOf.class,
                        map -> assertThat(map.value()).isInstanceOf(ValueType.OneOf.class));
    }

    @Test
    void ovhsTypesAreNotCompleteAndItsValuesExact() {
        SchemaType job = Schemas.type("ovh-ai", "JobSpec");
        assertThat(job.complete()).isFalse();
        assertThat(job.property("timeout").orElseThrow().byDefault()).contains("604800");
        assertThat(property("ovh-ai", "Volume", "permission").allows("rw")).isFalse();
        assertThat(property("ovh-ai", "Volume", "permission").nearestValue("rw")).contains("RW");
        assertThat(property("ovh-ai", "AutomaticScalingStrategy", "resourceType").values())
                .containsExactly("CPU", "RAM");
    }

    @Test
    void everyReferenceAndVariantLeadsToAType() {
        for (Schema schema : Schemas.all()) {
            for (SchemaType type : schema.types().values()) {
                type.properties().values().forEach(property -> check(schema, property.type()));
                type.variants()
                        .values()
                        .forEach(variant -> check(schema, new ValueType.Reference(variant)));
                type.discriminator()
                        .ifPresent(
                                name ->
                                        assertThat(type.property(name).orElseThrow().values())
                                                .as(type.name())
                                                .containsExactlyInAnyOrderElementsOf(
                                                        type.variants().keySet()));
            }
        }
    }

    private static void check(Schema schema, ValueType type) {
        switch (type) {
            case ValueType.Scalar scalar -> assertThat(scalar).isNotNull();
            case ValueType.ListOf list -> check(schema, list.element());
            case ValueType.MapOf map -> check(schema, map.value());
            case ValueType.OneOf one -> one.kinds().forEach(kind -> check(schema, kind));
            case ValueType.Reference reference ->
                    assertThat(schema.types()).containsKey(reference.type());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "string",
                "Container[]",
                "string{}{}",
                "string|Environment",
                "(string|integer|null){}",
                "any[]"
            })
    void kindsOfValuesAreReadAsWritten(String text) {
        assertThat(ValueType.parse(text)).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "text", "[]", "string|", "(string"})
    void whatIsNoKindOfValueIsRefused(String text) {
        assertThatThrownBy(() -> ValueType.parse(text)).isInstanceOf(MarketException.class);
    }

    @Test
    void anUnknownTypeIsAMistake() {
        assertThatThrownBy(() -> Schemas.type("aca", "Jobs")).hasMessageContaining("Jobs");
        assertThat(Schemas.find("azure", "Job")).isEmpty();
        assertThat(Schemas.all())
                .extracting(Schema::name)
                .isEqualTo(List.of("aca", "aml", "aml-cli", "ovh-ai"));
    }
}
