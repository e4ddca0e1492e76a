package dev.tagwerk.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Optional;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobJsonTest {
    @Provide
    Arbitrary<Job> jobs() {
        return JobArbitraries.jobs();
    }

    @Property(tries = 500)
    void everyJobIsReadBackAsItWasWritten(@ForAll("jobs") Job job) {
        assertThat(JobJson.read(JobJson.write(job))).isEqualTo(job);
    }

    @Test
    void everySampleIsReadBackAsItWasWritten() {
        for (String sample : Samples.VALID) {
            Job job = Samples.valid(sample);
            assertThat(JobJson.read(JobJson.write(job))).isEqualTo(job);
            // writing is a function of the record alone: attempts can be compared by their text
            assertThat(JobJson.write(JobJson.read(JobJson.write(job))))
                    .isEqualTo(JobJson.write(job));
        }
    }

    @Test
    void resolvedJobsStandOnTheirOwn() {
        EvaluationJob job = (EvaluationJob) Samples.valid(Samples.EVALUATION);
        EvaluationJob relative =
                new EvaluationJob(
                        job.name(),
                        job.model(),
                        Optional.of(Path.of("adapter")),
                        job.task(),
                        job.data(),
                        job.format(),
                        job.columns(),
                        job.datasetInfo(),
                        job.chatTemplate(),
                        job.maxLength(),
                        job.batchSize(),
                        job.precision(),
                        job.resources(),
                        job.head(),
                        job.regrets(),
                        job.compareBase(),
                        job.bootstrapSamples(),
                        job.seed());
        assertThatThrownBy(() -> JobJson.write(relative))
                .isInstanceOf(SpecException.class)
                .hasMessageContaining("'adapter' must be absolute");
        String json = JobJson.write(job);
        assertThatThrownBy(() -> JobJson.read(json.replace("/srv/project/out/adapter", "adapter")))
                .hasMessageContaining("adapter: must be an absolute path in a resolved job");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | is no JSON object",
                "[] | is no JSON object",
                "{ | is no JSON",
                "{\"kind\": | is no JSON",
                "{\"kind\": \"training\", \"kind\": \"training\"} | Duplicate",
                "{} x | is no JSON",
                "{} {} | goes on after its end",
                "{\"kind\": 5} | job.json:1:10: kind: must be one of",
                "{\"kind\": NaN} | is no JSON",
                "{\"a\":[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]} | is no JSON",
            })
    void otherTextIsRefusedWithItsPlace(String json, String told) {
        assertThatThrownBy(() -> JobJson.read(json))
                .isInstanceOf(SpecException.class)
                .hasMessageContaining(told);
    }

    @Test
    void everyProblemIsNamed() {
        String json =
                JobJson.write(Samples.valid(Samples.FULL))
                        .replace("\"rank\" : 8", "\"rank\" : 0")
                        .replace("\"keep\" : 3", "\"keep\" : \"3\"")
                        .replace("\"seed\"", "\"sede\"");
        assertThatThrownBy(() -> JobJson.read(json))
                .hasMessageContaining("recipe.rank: must be")
                .hasMessageContaining("checkpoints.keep: must be")
                .hasMessageContaining("did you mean `seed`?");
    }
}
