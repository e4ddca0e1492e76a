package dev.tagwerk.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tagwerk.formats.ContainerImport;
import dev.tagwerk.formats.Document;
import dev.tagwerk.formats.Formats;
import dev.tagwerk.formats.SecretForms;
import dev.tagwerk.formats.SourceFile;
import dev.tagwerk.formats.Workload;
import dev.tagwerk.spec.JobFile;
import dev.tagwerk.spec.Parsed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Everything that is started in the corpus and in the rules' examples can become a job. */
class ImportTest {
    private static final Path CORPUS = Path.of("src/test/resources/corpus");
    private static final Path JOB = Path.of("/srv/job/job.yaml");

    private static List<ContainerImport.Result> imports(List<Document> documents) {
        List<ContainerImport.Result> results = new ArrayList<>();
        for (Document document : documents) {
            for (Workload workload : document.workloads()) {
                boolean named =
                        workload.containers().stream()
                                .anyMatch(container -> container.image().isPresent());
                results.add(
                        ContainerImport.read(
                                documents,
                                new ContainerImport.Wish(
                                        Optional.of("line-" + workload.node().place().line()),
                                        named ? Optional.empty() : Optional.of("ghcr.io/org/x:1"),
                                        Path.of("/srv/in"),
                                        JOB)));
            }
        }
        return results;
    }

    @TestFactory
    Stream<DynamicTest> correctFilesBecomeJobsThatStayQuiet() throws IOException {
        try (Stream<Path> walk = Files.walk(CORPUS)) {
            return walk.filter(Files::isRegularFile).sorted().toList().stream()
                    .map(
                            file ->
                                    DynamicTest.dynamicTest(
                                            CORPUS.relativize(file).toString(), () -> quiet(file)));
        }
    }

    private static void quiet(Path file) throws IOException {
        SourceFile source =
                new SourceFile(CORPUS.relativize(file).toString(), Files.readString(file));
        for (ContainerImport.Result result : imports(Formats.read(source).documents())) {
            if (!(result instanceof ContainerImport.Result.Written written)) {
                // machines and models alone are nothing that runs
                assertThat(result.toString())
                        .containsAnyOf("is a machine to work on", "has a container", "filled in");
                continue;
            }
            assertThat(
                            JobFile.parse(
                                    written.job(), JOB, Map.of("HOME", "/home/somebody"), Map.of()))
                    .isInstanceOf(Parsed.Valid.class);
            List<Document> job =
                    Formats.read(new SourceFile("job.yaml", written.job())).documents();
            assertThat(Preflight.look(job, List.of(), Circumstances.UNKNOWN))
                    .filteredOn(finding -> finding.severity() == Severity.ERROR)
                    .extracting(finding -> finding.rule().id() + " " + finding.what())
                    .isEmpty();
        }
    }

    @Test
    void noExampleOfARuleEndsInAnythingButAJobOrAReason() {
        int jobs = 0;
        for (Rule rule : RuleBook.rules()) {
            for (Example example : List.of(rule.good(), rule.bad())) {
                for (ContainerImport.Result result :
                        imports(ExampleFiles.of(example).documents())) {
                    if (result instanceof ContainerImport.Result.Written written) {
                        jobs++;
                        assertThat(
                                        JobFile.parse(
                                                written.job(),
                                                JOB,
                                                Map.of("HOME", "/home/somebody"),
                                                Map.of()))
                                .as(rule.id())
                                .isInstanceOf(Parsed.Valid.class);
                        assertThat(SecretForms.isMarked(written.job())).as(rule.id()).isFalse();
                    }
                }
            }
        }
        assertThat(jobs).isGreaterThan(100);
    }
}
