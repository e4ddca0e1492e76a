package dev.tagwerk.modelfiles;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The reference implementation's files are read as meant and written byte for byte. */
class SafetensorsReferenceTest {
    @TempDir private Path temporary;

    @Test
    void everyTypeHasItsShapeAndItsBytes() {
        try (SafetensorsFile file =
                SafetensorsFile.open(Fixtures.path("safetensors/every_dtype.safetensors"))) {
            assertThat(file.metadata()).containsExactly(Map.entry("format", "pt"));
            assertThat(file.tensors()).hasSize(DType.values().length);
            for (DType dtype : DType.values()) {
                TensorEntry entry = file.tensors().get("t." + dtype);
                assertThat(entry.dtype()).isEqualTo(dtype);
                assertThat(entry.shape()).containsExactly(2L, 3L);
                assertThat(entry.bytes()).isEqualTo(6L * dtype.bytes());
            }
            TensorBytes floats = file.tensor("t.F32");
            assertThat(floats.elements()).isEqualTo(6);
            ValueLayout.OfFloat little =
                    ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
            for (int i = 0; i < 6; i++) {
                assertThat(floats.bytes().getAtIndex(little, i)).isEqualTo(i);
            }
            assertThat(floats.bytes().isReadOnly()).isTrue();
        }
    }

    @Test
    void oddNamesAndEmptyTensorsAreRead() {
        try (SafetensorsFile file =
                SafetensorsFile.open(Fixtures.path("safetensors/odd_names.safetensors"))) {
            assertThat(file.metadata()).containsExactly(Map.entry("grüße", "an\nalle 🎲"));
            assertThat(file.tensors())
                    .containsKeys(
                            "Größe",
                            "🎲",
                            "quote\" back\\slash / tab\t line\n bell\u0007 del\u007f");
            assertThat(file.tensor("scalar").shape()).isEmpty();
            assertThat(file.tensor("none").bytes().byteSize()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"every_dtype", "odd_names", "no_metadata", "empty"})
    void writingGivesTheSameBytes(String name) throws Exception {
        Path original = Fixtures.path("safetensors/" + name + ".safetensors");
        Path copy = temporary.resolve("copy.safetensors");
        try (SafetensorsFile file = SafetensorsFile.open(original)) {
            List<TensorBytes> tensors = new ArrayList<>();
            // The order in which they are given must not matter.
            file.tensors().keySet().forEach(each -> tensors.addFirst(file.tensor(each)));
            SafetensorsWriter.write(copy, file.metadata(), tensors);
        }
        assertThat(Files.readAllBytes(copy)).isEqualTo(Files.readAllBytes(original));
    }

    @Test
    void shardsAreOneStore() {
        try (WeightStore store = WeightStore.open(Fixtures.path("models/sharded_qwen3"))) {
            assertThat(store.names())
                    .contains("model.embed_tokens.weight", "model.layers.1.self_attn.q_norm.weight")
                    .hasSize(
                            Fixtures.json("models/sharded_qwen3/model.safetensors.index.json")
                                    .path("weight_map")
                                    .size());
            assertThat(store.get("model.embed_tokens.weight").shape()).containsExactly(16L, 8L);
            assertThat(store.has("model.nothing")).isFalse();
            assertThat(store.bytes())
                    .isEqualTo(
                            Fixtures.json("models/sharded_qwen3/model.safetensors.index.json")
                                    .path("metadata")
                                    .path("total_size")
                                    .asLong());
        }
    }
}
