package dev.tagwerk.images;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ImageReferenceTest {
    private static final String SHA = "sha256:" + "0123456789abcdef".repeat(4);

    @ParameterizedTest
    @CsvSource({
        "python, docker.io/library/python:latest",
        "python:3.12-slim, docker.io/library/python:3.12-slim",
        "org/x, docker.io/org/x:latest",
        "docker.io/python, docker.io/library/python:latest",
        "index.docker.io/org/x:1, docker.io/org/x:1",
        "docker://ghcr.io/a/b/c:Tag_1, ghcr.io/a/b/c:Tag_1",
        "localhost/x, localhost/x:latest",
        "localhost:5000/x:2, localhost:5000/x:2",
        "127.0.0.1:5000/x, 127.0.0.1:5000/x:latest",
        "[::1]:5000/x, [::1]:5000/x:latest",
        "MyHost/x, MyHost/x:latest"
    })
    void readsWhatDockerReads(String typed, String whole) {
        assertThat(ImageReference.parse(typed)).hasToString(whole);
    }

    @Test
    void aDigestPinsAndTheTagStays() {
        ImageReference both = ImageReference.parse("ghcr.io/a/b:1@" + SHA);
        assertThat(both.tag()).contains("1");
        assertThat(both.selector()).isEqualTo(SHA);
        assertThat(ImageReference.parse("a@" + SHA).tag()).isEmpty();
    }

    @Test
    void plainHttpIsForThisMachineOnly() {
        assertThat(ImageReference.parse("localhost:5000/x").isLoopback()).isTrue();
        assertThat(ImageReference.parse("127.0.0.1:5000/x").isLoopback()).isTrue();
        assertThat(ImageReference.parse("[::1]:5000/x").isLoopback()).isTrue();
        assertThat(ImageReference.parse("localhost.example.org/x").isLoopback()).isFalse();
        assertThat(ImageReference.parse("127.0.0.1.example.org/x").isLoopback()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ":",
                "@",
                "a@b",
                "A",
                "a//b",
                "a/../b",
                "ghcr.io/",
                "x:",
                "x: y",
                "x:a/b c",
                "-x",
                "x@sha256:12",
                "ho st.io/x",
                "user@host.io/x",
                "a\nb",
                "host.io:99999999/x"
            })
    void refusesWhatIsNone(String typed) {
        assertThatThrownBy(() -> ImageReference.parse(typed)).isInstanceOf(ImageException.class);
    }
}
