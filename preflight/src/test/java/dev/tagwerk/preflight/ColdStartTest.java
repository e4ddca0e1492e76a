package dev.tagwerk.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tagwerk.formats.Document;
import dev.tagwerk.formats.Formats;
import dev.tagwerk.formats.SourceFile;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Waking up is wrong only where it is known to take too long. */
class ColdStartTest {
    private static final String APP =
            RuleTexts.of("TW-SRV-004")
                    .bad()
                    .files()
                    .get("app.yaml")
                    .replace(Example.MARK, "")
                    .replace("Qwen/Qwen2.5-14B-Instruct", "/models/base");

    private static Finding found(String app, List<Document> beside) {
        return Preflight.look(
                        Formats.read(new SourceFile("app.yaml", app)).documents(),
                        beside,
                        Circumstances.UNKNOWN)
                .stream()
                .filter(finding -> finding.rule().id().equals("TW-SRV-004"))
                .findFirst()
                .orElseThrow();
    }

    private static List<Document> image(String bytes) {
        String text =
                """
                {"source": "x", "reference": "myreg.azurecr.io/vllm@sha256:%s", "id": "sha256:%s",
                 "media_type": "m", "platform": "linux/amd64", "config": {"entrypoint": [], "cmd": []},
                 "software": {}, "layers": [], "stored_bytes": %s, "unpacked_bytes": 1, "complete": true}
                """
                        .formatted("0".repeat(64), "1".repeat(64), bytes);
        List<Document> documents = Formats.read(new SourceFile("image.json", text)).documents();
        assertThat(documents).isNotEmpty();
        return documents;
    }

    @Test
    void unknownIsANote() {
        assertThat(found(APP, List.of()).severity()).isEqualTo(Severity.NOTE);
        assertThat(found(APP, image("4000000000")).severity()).isEqualTo(Severity.NOTE);
    }

    @Test
    void aLargeImageOrManyWeightsAreAWarning() {
        Finding image = found(APP, image("30000000000"));
        assertThat(image.severity()).isEqualTo(Severity.WARNING);
        assertThat(image.what()).contains("image 244 s");
        Finding weights = found(APP.replace("/models/base", "org/large-70B"), List.of());
        assertThat(weights.severity()).isEqualTo(Severity.WARNING);
        assertThat(found(APP.replace("/models/base", "org/large-70B-AWQ"), List.of()).severity())
                .isEqualTo(Severity.NOTE);
    }
}
