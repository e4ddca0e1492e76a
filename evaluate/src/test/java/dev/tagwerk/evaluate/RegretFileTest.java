package dev.tagwerk.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tagwerk.data.DataFile;
import dev.tagwerk.data.ReadRows;
import dev.tagwerk.spec.DataFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RegretFileTest {
    @TempDir Path folder;

    /** Two good rows around a bad line: the bad one counts. */
    private ReadRows rows() throws IOException {
        Path file = folder.resolve("rows.jsonl");
        Files.writeString(
                file,
                """
                {"kind":"choice","state":"s","instructions":"i","options":[["a",""],["b",""]],"label":0}
                {"kind":"choice","state":"s"}
                {"kind":"choice","state":"s","instructions":"i","options":[["a",""],["b",""],["c",""]],"label":1}
                """);
        return DataFile.read(file, DataFormat.DECISION);
    }

    private RegretFile read(String text) throws IOException {
        Path file = folder.resolve("regret.jsonl");
        Files.writeString(file, text);
        return RegretFile.read(file, rows());
    }

    @Test
    void countsRowsAsTheFileDoes() throws IOException {
        RegretFile file =
                read(
                        "{\"i\":0,\"regret\":[0,1.5]}\n\n{\"i\":1,\"regret\":[1]}\n{\"i\":2,\"regret\":[2,0,3]}\n");
        var decisions = rows().decisions();
        assertThat(file.of(decisions.getFirst()).orElseThrow()).containsExactly(0, 1.5);
        assertThat(file.of(decisions.getLast()).orElseThrow()).containsExactly(2, 0, 3);
    }

    @Test
    void unknownCostsAreUnknown() throws IOException {
        RegretFile file = read("{\"i\":0,\"regret\":null}\n");
        assertThat(file.of(rows().decisions().getFirst())).isEmpty();
        assertThat(file.of(rows().decisions().getLast())).isEmpty();
    }

    @Test
    void wrongLinesAreNamed() {
        assertThatThrownBy(
                        () ->
                                read(
                                        """
                                        {"i":0,"regret":[0]}
                                        {"i":3,"regret":[0]}
                                        {"i":-1,"regret":[0]}
                                        {"i":"0","regret":[0]}
                                        {"regret":[0]}
                                        {"i":0,"regret":[0,"x"]}
                                        nonsense
                                        {"i":0,"regret":[0,1]}
                                        {"i":0,"regret":[0,1]}
                                        """))
                .hasMessageContainingAll(
                        "line 1: `regret` must be null or a list of 2 numbers",
                        "line 2: `i` is 3, but the data file has 3 rows",
                        "line 3:",
                        "line 4: `i` must be",
                        "line 5: `i` must be",
                        "line 6: `regret[1]` must be a finite number",
                        "line 7: is no JSON",
                        "line 9: `i` 0 occurs twice");
    }
}
