package dev.tagwerk.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tagwerk.formats.Document;
import dev.tagwerk.formats.Formats;
import dev.tagwerk.formats.SourceFile;
import dev.tagwerk.formats.Understood;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Samples that Azure ML's team publishes. They are no part of this repository: who has them says
 * where ({@code -Dtagwerk.specs=FOLDER} or {@code TAGWERK_SPECS}), or has them beside the checkout.
 */
class AzureMlSamplesTest {
    /** What belongs to another service, though it lies among them. */
    private static final List<String> OTHERS =
            List.of("endpoints_batch_deploy-models_openai-embeddings_model_model.yaml");

    @TestFactory
    Stream<DynamicTest> theSamplesStayQuiet() throws IOException {
        Optional<Path> folder =
                specs().map(specs -> specs.resolve("azure-ml-examples")).filter(Files::isDirectory);
        if (folder.isEmpty()) {
            return Stream.of(
                    DynamicTest.dynamicTest(
                            "the samples",
                            () ->
                                    Assumptions.abort(
                                            "the folder azure-ml-examples is not there"
                                                    + " (-Dtagwerk.specs=FOLDER)")));
        }
        try (Stream<Path> list = Files.list(folder.get())) {
            List<Path> files =
                    list.filter(file -> file.toString().matches(".*\\.ya?ml"))
                            .filter(file -> !OTHERS.contains(file.getFileName().toString()))
                            .sorted()
                            .toList();
            assertThat(files).isNotEmpty();
            return files.stream()
                    .map(
                            file ->
                                    DynamicTest.dynamicTest(
                                            file.getFileName().toString(), () -> quiet(file)));
        }
    }

    private static Optional<Path> specs() {
        String told = System.getProperty("tagwerk.specs", System.getenv("TAGWERK_SPECS"));
        if (told != null && !told.isBlank()) {
            return Optional.of(Path.of(told));
        }
        return Stream.of("../../shared/specs", "../shared/specs")
                .map(Path::of)
                .filter(Files::isDirectory)
                .findFirst();
    }

    private static void quiet(Path file) throws IOException {
        // names in double braces are put in by the samples' own scripts
        String text = Files.readString(file).replaceAll("\\{\\{([A-Z_]+)\\}\\}", "7");
        Understood read = Formats.read(new SourceFile(file.getFileName().toString(), text));
        assertThat(read.faults()).isEmpty();
        assertThat(read.documents())
                .extracting(Document::format)
                .singleElement()
                .asString()
                .startsWith("AZURE_ML_");
        assertThat(Preflight.look(read.documents(), List.of(), Circumstances.UNKNOWN))
                .filteredOn(finding -> finding.severity() != Severity.NOTE)
                .extracting(
                        finding ->
                                finding.rule().id() + " " + finding.place() + " " + finding.what())
                .isEmpty();
    }
}
