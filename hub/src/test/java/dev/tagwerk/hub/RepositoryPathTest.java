package dev.tagwerk.hub;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class RepositoryPathTest {
    private static final Path FOLDER = Path.of("/cache/models--a--b/snapshots/c");

    @Provide
    Arbitrary<String> paths() {
        Arbitrary<String> pieces =
                Arbitraries.of(
                        "..",
                        ".",
                        "/",
                        "\\",
                        "a",
                        "config.json",
                        " ",
                        "\u0000",
                        "\u202e",
                        "~",
                        "é",
                        "C:",
                        "%2e%2e",
                        "😀",
                        "\n",
                        "-",
                        "x".repeat(201));
        return pieces.list().ofMaxSize(8).map(list -> String.join("", list));
    }

    @Property(tries = 2000)
    void whateverIsAcceptedStaysInItsFolder(@ForAll("paths") String text) {
        if (RepositoryPath.complaint(text).isPresent()) {
            return;
        }
        RepositoryPath path = new RepositoryPath(text);
        Path file = path.in(FOLDER);
        assertThat(file.startsWith(FOLDER)).isTrue();
        assertThat(file).isNotEqualTo(FOLDER);
        assertThat(file.getNameCount() - FOLDER.getNameCount()).isEqualTo(path.depth() + 1);
        URI uri = URI.create("https://host/a/b/resolve/c/" + path.encoded());
        assertThat(uri.getPath()).isEqualTo("/a/b/resolve/c/" + text);
    }

    @Test
    void whatIsWrongIsSaid() {
        assertThat(RepositoryPath.complaint("a/../b"))
                .hasValue("it would leave the model's folder");
        assertThat(RepositoryPath.complaint("a/".repeat(20) + "b"))
                .get()
                .asString()
                .contains("deep");
        assertThat(RepositoryPath.complaint("")).hasValue("a name in it is empty");
        assertThat(RepositoryPath.complaint("ä/ö ü.json")).isEmpty();
    }
}
