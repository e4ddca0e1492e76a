package dev.tagwerk.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tagwerk.data.DataSets;
import dev.tagwerk.data.QuestionKind;
import dev.tagwerk.model.Placement;
import dev.tagwerk.model.Precision;
import dev.tagwerk.spec.EvaluationJob;
import dev.tagwerk.spec.JobFile;
import dev.tagwerk.spec.Parsed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EvaluationTest {
    private static final Clock CLOCK =
            Clock.fixed(Instant.parse("2026-11-30T12:00:00Z"), ZoneOffset.UTC);

    @TempDir static Path folder;

    @BeforeAll
    static void make() throws IOException {
        Path base = TinyModel.base(folder.resolve("base"));
        TinyModel.tuned(folder.resolve("run/output"), base, "adapter", DeciderConfig.FILE);
        StringBuilder rows = new StringBuilder();
        StringBuilder regrets = new StringBuilder();
        Random random = new Random(1);
        for (int i = 0; i < 120; i++) {
            String state = "dice " + random.nextInt(6) + " " + random.nextInt(6);
            switch (i % 3) {
                case 0 ->
                        rows.append(
                                """
                                {"kind":"noul","state":"%s","instructions":"Roll again.","options":[["false","no"],["true","yes"]],"label":%d,"task":"stop"}
                                """
                                        .formatted(state, random.nextInt(2)));
                case 1 ->
                        rows.append(
                                """
                                {"kind":"choice","state":"%s","instructions":"Which?","options":[["keep",""],["fill","a box"],["roll",""]],"label":%d,"task":"act"}
                                """
                                        .formatted(state, random.nextInt(3)));
                default ->
                        rows.append(
                                """
                                {"kind":"score","state":"%s","instructions":"How good?","options":[["0","bad"],["1","fair"],["2","good"]],"label":%d,"task":"act"}
                                """
                                        .formatted(state, random.nextInt(3)));
            }
            if (i % 3 == 1) {
                regrets.append("{\"i\":%d,\"regret\":[0,1.5,%d]}\n".formatted(i, i % 5));
            }
        }
        // one too long, one that is no row
        rows.append(
                """
                {"kind":"noul","state":"%s","instructions":"x","options":[["false","no"],["true","yes"]],"label":0}
                nonsense
                """
                        .formatted("far too long ".repeat(300)));
        Files.writeString(folder.resolve("rows.jsonl"), rows.toString());
        Files.writeString(folder.resolve("rows.regret.jsonl"), regrets.toString());
        Files.writeString(
                folder.resolve("text.jsonl"),
                "{\"text\":\"the dice show a pair of sixes\"}\n{\"text\":\"roll again\"}\n");
    }

    private static EvaluationPlan plan(Path data, Optional<Path> regrets) {
        Path run = folder.resolve("run");
        return EvaluationPlan.ofRun(
                run,
                ModelSource.find(run, Map.of()),
                DataSets.Source.of(data),
                Optional.empty(),
                regrets,
                true,
                Placement.cpu(Precision.FP32, 2),
                Map.of());
    }

    @Test
    void baseAndTunedSideBySide() throws IOException {
        List<String> progress = new ArrayList<>();
        EvaluationReport report =
                Evaluation.run(
                        plan(
                                folder.resolve("rows.jsonl"),
                                Optional.of(folder.resolve("rows.regret.jsonl"))),
                        CLOCK,
                        (model, done, rows) -> progress.add(model + " " + done + "/" + rows));
        assertThat(progress).contains("base 120/120", "tuned 120/120");
        assertThat(report.rows()).isEqualTo(120);
        assertThat(report.dropped()).isEqualTo(1);
        assertThat(report.notes())
                .anySatisfy(note -> assertThat(note).contains("longer than max_length 400"))
                .anySatisfy(note -> assertThat(note).contains("1 bad line"));
        assertThat(report.models())
                .extracting(EvaluationReport.Measured::name)
                .containsExactly("base", "tuned", "chance");
        EvaluationReport.Measured tuned = report.model("tuned").orElseThrow();
        assertThat(tuned.groups())
                .extracting(Group::name)
                .containsExactly("all", "noul", "choice", "score", "task: act", "task: stop");
        assertThat(tuned.reading()).isEqualTo("head");
        assertThat(report.model("base").orElseThrow().reading()).isEqualTo("option texts");
        assertThat(tuned.regrets()).hasSize(40);
        // computed again in other batches: rounding only
        assertThat(tuned.noise().orElseThrow().repeat()).isLessThan(1e-4);
        assertThat(tuned.noise().orElseThrow().rows()).isEqualTo(120);
        Estimate difference =
                report.comparisons().getFirst().groups().getFirst().metrics().get(Metric.ACCURACY);
        assertThat(difference.value())
                .isCloseTo(
                        accuracy(tuned) - accuracy(report.model("base").orElseThrow()),
                        within(1e-12));
        JsonNode json = new ObjectMapper().readTree(report.json());
        assertThat(
                        json.path("models")
                                .get(1)
                                .path("groups")
                                .path("choice")
                                .path("mean_regret")
                                .has("low"))
                .isTrue();
        assertThat(json.path("fingerprint").path("threads").intValue()).isEqualTo(2);
        assertThat(report.text())
                .contains("tuned − base", "tuned − chance", "mean regret", "Noise floor of tuned");
        String page = report.html().html();
        assertThat(page).contains("Reliability", "Confidence", "Regret", "<svg", "tuned − base");
        assertThat(page).doesNotContain("NaN");
    }

    private static double accuracy(EvaluationReport.Measured model) {
        return model.all().metrics().get(Metric.ACCURACY).value();
    }

    @Test
    void aJobFromYamlIsTheSameEvaluation() throws IOException {
        Path file = folder.resolve("evaluation.yaml");
        Files.writeString(
                file,
                """
                kind: evaluation
                name: tiny
                model: base
                task: decision
                adapter: run/output/adapter
                data:
                  test: rows.jsonl
                  regrets: rows.regret.jsonl
                evaluation:
                  max_length: 400
                  bootstrap_samples: 100
                resources:
                  device: cpu
                  threads: 2
                """);
        Parsed parsed = JobFile.read(file, Map.of(), Map.of());
        assertThat(parsed).isInstanceOf(Parsed.Valid.class);
        EvaluationJob job = (EvaluationJob) ((Parsed.Valid) parsed).job();
        EvaluationReport byJob =
                Evaluation.run(EvaluationPlan.of(job, Map.of()), CLOCK, (m, d, r) -> {});
        EvaluationReport byRun =
                Evaluation.run(
                        plan(folder.resolve("rows.jsonl"), Optional.empty()),
                        CLOCK,
                        (m, d, r) -> {});
        for (String name : List.of("base", "tuned")) {
            assertThat(loss(byJob, name)).isCloseTo(loss(byRun, name), within(1e-5));
        }
        assertThat(byJob.bootstrapSamples()).isEqualTo(100);
    }

    private static double loss(EvaluationReport report, String model) {
        return report.model(model)
                .orElseThrow()
                .all()
                .metrics()
                .get(Metric.NEGATIVE_LOG_LIKELIHOOD)
                .value();
    }

    @Test
    void textIsMeasuredByLossAndPerplexity() {
        ModelSource base = ModelSource.find(folder.resolve("base"), Map.of());
        EvaluationPlan plan =
                EvaluationPlan.ofRun(
                        folder.resolve("base"),
                        base,
                        DataSets.Source.of(folder.resolve("text.jsonl")),
                        Optional.empty(),
                        Optional.empty(),
                        true,
                        Placement.cpu(Precision.FP32, 1),
                        Map.of());
        EvaluationReport report = Evaluation.run(plan, CLOCK, (m, d, r) -> {});
        Map<Metric, Estimate> metrics = report.models().getFirst().all().metrics();
        assertThat(metrics.get(Metric.PERPLEXITY).value())
                .isCloseTo(Math.exp(metrics.get(Metric.LOSS).value()), within(1e-9));
        assertThat(report.models()).hasSize(1);
        assertThat(report.text()).contains("perplexity");
    }

    @Test
    void conversationsAreWrittenWithTheTemplateThatTheJobNames() throws IOException {
        Files.writeString(
                folder.resolve("chat.jsonl"),
                """
                {"messages": [{"role": "user", "content": "a b"}, {"role": "assistant", "content": "b a"}]}
                """);
        assertThatThrownBy(() -> loss("")).hasMessageContaining("has no chat template");
        assertThat(loss("chat_template: chatml"))
                .isNotCloseTo(loss("chat_template: gemma"), within(1e-6));
        Files.writeString(
                folder.resolve("own.jinja"),
                "{% for m in messages %}{% if m.role == 'user' %}{{ m.content }}{% else %}"
                        + "{% generation %}{{ m.content }}{% endgeneration %}{% endif %}{% endfor %}");
        assertThat(loss("chat_template: ./own.jinja"))
                .isNotCloseTo(loss("chat_template: chatml"), within(1e-6));
    }

    private double loss(String template) throws IOException {
        Path file = folder.resolve("chat.yaml");
        Files.writeString(
                file,
                """
                kind: evaluation
                name: chat
                model: base
                task: causal-lm
                data:
                  test: chat.jsonl
                  %s
                resources:
                  device: cpu
                  threads: 1
                """
                        .formatted(template));
        EvaluationJob job =
                (EvaluationJob) ((Parsed.Valid) JobFile.read(file, Map.of(), Map.of())).job();
        return Evaluation.run(EvaluationPlan.of(job, Map.of()), CLOCK, (m, d, r) -> {})
                .models()
                .getFirst()
                .all()
                .metrics()
                .get(Metric.LOSS)
                .value();
    }

    @Test
    void rowsOfTheOtherTaskAreRefused() {
        assertThatThrownBy(
                        () ->
                                Evaluation.run(
                                        plan(folder.resolve("text.jsonl"), Optional.empty()),
                                        CLOCK,
                                        (m, d, r) -> {}))
                .hasMessageContaining("holds text rows, but the task is decision");
    }

    @Test
    void calibrationWritesTemperaturesThatLowerTheLoss() throws IOException {
        Path output =
                TinyModel.tuned(
                        folder.resolve("calibrated/output"),
                        folder.resolve("base"),
                        "adapter",
                        DeciderConfig.FILE);
        Path data = folder.resolve("held.jsonl");
        StringBuilder rows = new StringBuilder();
        // labels as the model itself would draw them, at temperature 3: that is what must be found
        try (Decider decider =
                Decider.open(
                        ModelSource.find(output, Map.of()), Placement.cpu(Precision.FP32, 2))) {
            Random random = new Random(2);
            for (int i = 0; i < 400; i++) {
                String state = "dice " + random.nextInt(900) + " upper " + random.nextInt(60);
                Question question =
                        new Question(
                                QuestionKind.CHOICE,
                                state,
                                "Which?",
                                List.of(
                                        new dev.tagwerk.data.Option("keep", ""),
                                        new dev.tagwerk.data.Option("fill", "a box"),
                                        new dev.tagwerk.data.Option("roll", "")));
                double[] p =
                        Probabilities.of(decider.logits(List.of(question.prompt())).getFirst(), 3);
                double draw = random.nextDouble();
                int label = draw < p[0] ? 0 : draw < p[0] + p[1] ? 1 : 2;
                rows.append(
                        """
                        {"kind":"choice","state":"%s","instructions":"Which?","options":[["keep",""],["fill","a box"],["roll",""]],"label":%d}
                        """
                                .formatted(state, label));
            }
        }
        rows.append(
                """
                {"kind":"noul","state":"s","instructions":"x","options":[["false","no"],["true","yes"]],"label":0}
                """);
        Files.writeString(data, rows.toString());
        Calibration calibration =
                Calibration.run(
                        ModelSource.find(output, Map.of()),
                        data,
                        Placement.cpu(Precision.FP32, 2),
                        CLOCK.instant(),
                        (m, d, r) -> {});
        assertThat(calibration.complete()).isFalse();
        assertThat(calibration.text()).contains("noul", "unchanged", "at least 30 rows");
        DeciderConfig config = DeciderConfig.find(output).orElseThrow();
        assertThat(config.temperature(QuestionKind.CHOICE)).isBetween(1.5, 6.0);
        assertThat(config.temperature(QuestionKind.NOUL)).isEqualTo(1.0);
        JsonNode written = new ObjectMapper().readTree(output.resolve(DeciderConfig.FILE).toFile());
        assertThat(written.path("calibration").path("data").textValue()).isEqualTo("held.jsonl");
        assertThat(written.path("calibration").path("rows").toString())
                .isEqualTo("{\"choice\":400}");
    }
}
