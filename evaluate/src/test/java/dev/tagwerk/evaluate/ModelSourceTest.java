package dev.tagwerk.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tagwerk.data.QuestionKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelSourceTest {
    @TempDir Path folder;
    private Path base = Path.of("");

    @BeforeEach
    void makeBase() {
        base = TinyModel.base(folder.resolve("base"));
    }

    @Test
    void findsARunsOutput() throws IOException {
        Path run = folder.resolve("run");
        TinyModel.tuned(run.resolve("output"), base, "adapter", DeciderConfig.FILE);
        for (Path named : new Path[] {run, run.resolve("output"), run.resolve("output/adapter")}) {
            ModelSource source = find(named);
            assertThat(source.base().path()).isEqualTo(base);
            assertThat(source.adapter()).contains(run.resolve("output/adapter"));
            assertThat(source.head()).contains(run.resolve("output/head.safetensors"));
            assertThat(source.config().temperature(QuestionKind.CHOICE)).isEqualTo(2);
            assertThat(source.tuned()).isTrue();
            assertThat(source.baseOnly().tuned()).isFalse();
        }
    }

    @Test
    void findsACheckpointOfAnOlderStrandsDecider() {
        Path checkpoint =
                TinyModel.tuned(folder.resolve("old"), base, "lora", "hobson_config.json");
        ModelSource source = find(checkpoint);
        assertThat(source.adapter()).contains(checkpoint.resolve("lora"));
        assertThat(source.config().temperature(QuestionKind.SCORE)).isEqualTo(0.5);
    }

    @Test
    void aBaseAloneIsAModelToo() {
        ModelSource source = find(base);
        assertThat(source.tuned()).isFalse();
        assertThat(source.base().path()).isEqualTo(base);
    }

    @Test
    void saysWhatIsMissing() throws IOException {
        assertThatThrownBy(() -> find(folder.resolve("nowhere")))
                .hasMessageContaining("does not exist");
        Path empty = Files.createDirectories(folder.resolve("empty/output"));
        assertThatThrownBy(() -> find(empty)).hasMessageContaining("neither an adapter");
        Files.writeString(folder.resolve("empty/job.json"), "{}");
        assertThatThrownBy(() -> find(folder.resolve("empty")))
                .hasMessageContaining("has not finished");
    }

    @Test
    void aHeadThatIsAPickleIsRefused() throws IOException {
        Path checkpoint = TinyModel.tuned(folder.resolve("c"), base, "lora", "hobson_config.json");
        Files.move(checkpoint.resolve("head.safetensors"), checkpoint.resolve("slot_head.pt"));
        assertThatThrownBy(() -> find(checkpoint)).hasMessageContaining("pickle");
    }

    @Test
    void aBaseThatMovedIsAskedFor() {
        Path gone = folder.resolve("gone");
        Path checkpoint = TinyModel.tuned(folder.resolve("c"), gone, "adapter", DeciderConfig.FILE);
        assertThatThrownBy(() -> find(checkpoint))
                .hasMessageContaining("--base")
                .hasMessageContaining(gone.toString());
        assertThat(ModelSource.find(checkpoint, Optional.of(base), Map.of()).base().path())
                .isEqualTo(base);
    }

    @Test
    void aRunSaysWhetherItLearntFromConversations() throws IOException {
        Path run = folder.resolve("run");
        TinyModel.tuned(run.resolve("output"), base, "adapter", DeciderConfig.FILE);
        Path result = run.resolve("output/result.json");
        assertThat(find(run).asking()).isEqualTo(new Asking(false, "it has no chat template"));
        Files.writeString(base.resolve("chat_template.jinja"), "{{ messages }}");
        assertThat(find(run).asking()).isEqualTo(new Asking(true, "it has a chat template"));
        assertThat(find(base).asking().chat()).isTrue();
        Files.writeString(result, "{\"data\": {\"data.train\": \"00\"}}");
        for (Path named : new Path[] {run, run.resolve("output/adapter")}) {
            assertThat(find(named).asking())
                    .isEqualTo(new Asking(false, "its run did not learn from conversations"));
        }
        Files.writeString(
                result, "{\"data\": {\"data.train\": \"00\", \"data.chat_template\": \"11\"}}");
        assertThat(find(run).asking())
                .isEqualTo(new Asking(true, "its run learnt from conversations"));
        Files.writeString(result, "{\"data\": ");
        assertThat(find(run).asking().because()).isEqualTo("it has a chat template");
    }

    private ModelSource find(Path place) {
        return ModelSource.find(place, Map.of("HOME", folder.toString()));
    }
}
