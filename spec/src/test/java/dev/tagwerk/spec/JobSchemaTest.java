package dev.tagwerk.spec;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.schema.CoreSchema;

class JobSchemaTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final JsonSchema SCHEMA =
            JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                    .getSchema(JobSchema.json());

    private static JsonNode tree(String yaml) {
        LoadSettings settings = LoadSettings.builder().setSchema(new CoreSchema()).build();
        return MAPPER.valueToTree(new Load(settings).loadFromString(yaml));
    }

    @Test
    void acceptsWhatTheParserAccepts() {
        for (String sample : Samples.VALID) {
            assertThat(SCHEMA.validate(tree(sample))).as(sample).isEmpty();
        }
    }

    @Provide
    Arbitrary<Job> jobs() {
        return JobArbitraries.jobs();
    }

    @Property(tries = 100)
    void everyResolvedValueFitsItsKey(@ForAll("jobs") Job job) throws Exception {
        // a resolved job also says what its task does not read, which a file must not
        JsonNode json = MAPPER.readTree(JobJson.write(job));
        assertThat(SCHEMA.validate(json))
                .allMatch(
                        message -> message.getEvaluationPath().toString().contains("allOf"),
                        "comes from a rule between keys");
    }

    @Test
    void isItselfASchema() {
        JsonSchema meta =
                JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                        .getSchema(
                                java.net.URI.create(
                                        "https://json-schema.org/draft/2020-12/schema"));
        assertThat(meta.validate(tree(JobSchema.json()))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "kind: container",
                "model: ./x",
                "kind: training",
                "kind: training\nmodel: x\ntask: decision\ndata: {}",
                "kind: training\nmodel: x\ntask: decision\ndata: {train: x}\nrnak: 3",
                "kind: training\nmodel: x\ntask: decision\ndata: {train: x}\nrecipe: {rank: 0}",
                "kind: training\nmodel: x\ntask: decision\ndata: {train: x}\nrecipe: {rank: '8'}",
                "kind: training\nmodel: x\ntask: decision\ndata: {train: x}\nmax_duration: 90",
                "kind: training\nmodel: x\ntask: decision\ndata: {train: x}\nrecipe: {epochs: 1, steps: 1}",
                "kind: training\nmodel: x\ntask: decision\ndata: {train: x}\nrecipe: {packing: true}",
                "kind: training\nmodel: x\ntask: causal-lm\ndata: {train: x}\nrecipe: {pointer_dim: 8}",
                "kind: training\nmodel: x\ntask: decision\ndata: {train: x}\nrecipe: {method: full, rank: 8}",
                "kind: training\nmodel: x\ntask: decision\ndata: {train: x}\nrecipe: {targets: [q, q]}",
                "kind: evaluation\nmodel: x\ntask: causal-lm\nhead: y\ndata: {test: x}",
                "kind: container\nimage: Upper/Case",
                "kind: container\nimage: x\ncommand: python train.py",
                "kind: container\nimage: x\nenv: [A=b]",
                "kind: container\nimage: x\nenv: {A: true}",
                "kind: container\nimage: x\nenv: {1A: x}",
                "kind: container\nimage: x\nsecrets: [A, A]",
                "kind: container\nimage: x\nsecrets: [HF-TOKEN]",
                "kind: container\nimage: x\nvolumes: [{path: data}]",
                "kind: container\nimage: x\nvolumes: [{source: data}]",
                "kind: container\nimage: x\nvolumes: [{path: /a/../b}]",
                "kind: container\nimage: x\nexpects: [/output/x]",
                "kind: container\nimage: x\nexpects: [../x]",
                "kind: container\nimage: x\nresources: {memory: 32Gi}",
                "kind: container\nimage: x\nresources: {gpus: 0}",
                "kind: container\nimage: x\nmodel: ./m",
            })
    void refusesWhatTheParserRefuses(String yaml) {
        assertThat(SCHEMA.validate(tree(yaml))).isNotEmpty();
        assertThat(Samples.problems(yaml)).isNotEmpty();
    }
}
