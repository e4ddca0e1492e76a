package dev.tagwerk.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tagwerk.formats.Document;
import dev.tagwerk.formats.Fault;
import dev.tagwerk.formats.Formats;
import dev.tagwerk.formats.SourceFile;
import dev.tagwerk.formats.TextFile;
import dev.tagwerk.formats.Understood;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Correct files of every kind: no rule may call anything in them an error or a warning. What lies
 * in a folder {@code beside} is given beside its neighbours.
 */
class CorpusTest {
    private static final Path CORPUS = Path.of("src/test/resources/corpus");

    @TestFactory
    Stream<DynamicTest> correctFilesStayQuiet() throws IOException {
        try (Stream<Path> walk = Files.walk(CORPUS)) {
            List<Path> files =
                    walk.filter(Files::isRegularFile)
                            .filter(file -> !file.getParent().endsWith("beside"))
                            .sorted()
                            .toList();
            assertThat(files).isNotEmpty();
            return files.stream()
                    .map(
                            file ->
                                    DynamicTest.dynamicTest(
                                            CORPUS.relativize(file).toString(), () -> quiet(file)));
        }
    }

    private static void quiet(Path file) throws IOException {
        List<Document> documents = read(file);
        assertThat(documents).as("the file is understood").isNotEmpty();
        List<Finding> findings =
                Preflight.look(documents, beside(file.getParent()), Circumstances.UNKNOWN);
        assertThat(findings)
                .filteredOn(finding -> finding.severity() != Severity.NOTE)
                .extracting(
                        finding ->
                                finding.rule().id() + " " + finding.place() + " " + finding.what())
                .isEmpty();
    }

    private static List<Document> beside(Path folder) throws IOException {
        List<Document> beside = new ArrayList<>();
        if (Files.isDirectory(folder.resolve("beside"))) {
            try (Stream<Path> list = Files.list(folder.resolve("beside"))) {
                for (Path file : list.sorted().toList()) {
                    beside.addAll(read(file));
                }
            }
        }
        return beside;
    }

    private static List<Document> read(Path file) {
        List<Fault> faults = new ArrayList<>();
        String name = CORPUS.relativize(file).toString();
        SourceFile source = TextFile.read(file, name, faults).orElseThrow();
        Understood understood = Formats.read(source);
        faults.addAll(understood.faults());
        assertThat(faults).isEmpty();
        return understood.documents();
    }
}
