package dev.tagwerk.modelfiles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** GGUF files read back by a reader of their own; what llama.cpp makes of them: module model. */
class GgufFileTest {
    private static final Path PEFT = Fixtures.path("peft");
    @TempDir Path temporary;

    @ParameterizedTest
    @CsvSource({"Q8_0, q8_0", "F16, f16", "BF16, bf16"})
    void bytesAreThoseOfTheReference(GgmlType type, String name) {
        try (SafetensorsFile reference =
                SafetensorsFile.open(Fixtures.path("gguf/quantized.safetensors"))) {
            TensorBytes values = reference.tensor("values");
            Path file = temporary.resolve("x.gguf");
            GgufFile.write(
                    file,
                    new GgufValues().put("k", "v"),
                    List.of(GgufTensor.of("t", values.shape(), ElementSource.of(values), type)));
            GgufReader read = GgufReader.of(file);
            assertThat(read.tensors().get("t").type()).isEqualTo(type.number());
            assertThat(read.bytes("t").toArray(ValueLayout.JAVA_BYTE))
                    .isEqualTo(reference.bytes(name).toArray(ValueLayout.JAVA_BYTE));
        }
    }

    @Test
    void keysShapesAndAlignmentSurvive() {
        float[] one = {1, 2, 3};
        ElementSource source =
                (from, into) -> System.arraycopy(one, (int) from, into, 0, into.length);
        Path file = temporary.resolve("x.gguf");
        long size =
                GgufFile.write(
                        file,
                        new GgufValues()
                                .put("text", "Größe")
                                .put("whole", 7)
                                .put("real", 0.5f)
                                .put("truth", true)
                                .putTexts("texts", List.of("a", "", "ç"))
                                .putInts("ints", List.of(-1, 2))
                                .putFloats("floats", List.of(1.5f)),
                        List.of(
                                GgufTensor.of("first", List.of(3L), source, GgmlType.Q8_0),
                                GgufTensor.of("second", List.of(1L, 3L), source, GgmlType.Q8_0)));
        GgufReader read = GgufReader.of(file);
        assertThat(file).hasSize(size);
        assertThat(read.values())
                .containsEntry("text", "Größe")
                .containsEntry("whole", 7)
                .containsEntry("real", 0.5f)
                .containsEntry("truth", true)
                .containsEntry("texts", List.of("a", "", "ç"))
                .containsEntry("ints", List.of(-1, 2))
                .containsEntry("floats", List.of(1.5f));
        // A vector stays F32; a row that no block fits becomes F16, as with llama.cpp's own tool.
        assertThat(read.tensors().get("first").type()).isEqualTo(GgmlType.F32.number());
        assertThat(read.tensors().get("second").type()).isEqualTo(GgmlType.F16.number());
        assertThat(read.tensors().get("second").innermostFirst()).containsExactly(3L, 1L);
        assertThat(read.tensors().get("second").offset()).isEqualTo(32);
    }

    @Test
    void nothingIsOverwrittenAndNothingWrongIsWritten() throws IOException {
        Path file = Files.createFile(temporary.resolve("x.gguf"));
        assertThatThrownBy(() -> GgufFile.write(file, new GgufValues(), List.of()))
                .hasMessageContaining("nothing is ever overwritten");
        assertThatThrownBy(() -> new GgufValues().put("k", 1).put("k", 2))
                .hasMessageContaining("twice");
        ElementSource infinite = (from, into) -> into[0] = Float.POSITIVE_INFINITY;
        for (GgmlType type : GgmlType.values()) {
            Path other = temporary.resolve(type + ".gguf");
            GgufTensor tensor = GgufTensor.of("t", List.of(1L, 32L), infinite, type);
            assertThatThrownBy(() -> GgufFile.write(other, new GgufValues(), List.of(tensor)))
                    .as(type.name())
                    .isInstanceOf(ModelFilesException.class)
                    .hasMessageContaining("tensor 't' holds");
            assertThat(other).doesNotExist();
        }
    }

    /** llama.cpp multiplies with alpha / rank: what is asked for must come out of that. */
    @ParameterizedTest
    @CsvSource({"patterns_rslora-l", "patterns-l", "names-l", "embedding-l"})
    void scalesOfAnAdapterComeOutOfOneAlpha(String name) {
        Path file = temporary.resolve("lora.gguf");
        try (AdapterFolder adapter = AdapterFolder.read(PEFT.resolve(name))) {
            new GgufAdapter(ModelFolder.open(PEFT.resolve("l")), adapter, GgufFormat.F32)
                    .write(file, name);
            GgufReader read = GgufReader.of(file);
            assertThat(read.values())
                    .containsEntry("general.type", "adapter")
                    .containsEntry("adapter.type", "lora")
                    .containsEntry("general.architecture", "llama");
            float alpha = (float) read.values().get("adapter.lora.alpha");
            GgufArchitecture architecture =
                    GgufArchitecture.of(ModelFolder.open(PEFT.resolve("l")).config());
            assertThat(read.tensors()).hasSize(2 * adapter.pairs().size());
            for (AdapterPair pair : adapter.pairs().values()) {
                String tensor = architecture.tensor(pair.module() + ".weight").orElseThrow();
                double sum = sum(read.floats(tensor + ".lora_b")) * alpha;
                double wanted = sum(Floats.all(pair.b())) * pair.scale() * pair.strength().rank();
                assertThat(sum).as(tensor).isCloseTo(wanted, within(1e-4));
                long[] a = read.tensors().get(tensor + ".lora_a").innermostFirst();
                assertThat(a[pair.embedding() ? 0 : 1]).isEqualTo(pair.strength().rank());
            }
        }
    }

    private static double sum(float[] values) {
        return IntStream.range(0, values.length).mapToDouble(i -> values[i]).sum();
    }

    /** Head by head, the first half of the rows between those of the second. */
    @Test
    void rowsOfQueriesAreInterleaved() {
        float[] rows = new float[16];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = i;
        }
        ElementSource source =
                (from, into) -> System.arraycopy(rows, (int) from, into, 0, into.length);
        float[] read = new float[16];
        new PairedRows(source, 2, 4).read(0, read);
        assertThat(read).containsExactly(0, 1, 4, 5, 2, 3, 6, 7, 8, 9, 12, 13, 10, 11, 14, 15);
        float[] later = new float[4];
        new PairedRows(source, 2, 4).read(8, later);
        assertThat(later).containsExactly(8, 9, 12, 13);
    }

    @Test
    void aTiedBaseTakesNoPairOfItsOneMatrix() {
        ModelFolder base = ModelFolder.open(PEFT.resolve("q"));
        for (String name : List.of("head-q", "embedding-q", "tokens-q", "save_norms-q")) {
            try (AdapterFolder adapter = AdapterFolder.read(PEFT.resolve(name))) {
                assertThatThrownBy(
                                () ->
                                        new GgufAdapter(base, adapter, GgufFormat.F32)
                                                .write(temporary.resolve("x"), name))
                        .hasMessageContaining("models merge");
            }
        }
        try (AdapterFolder adapter = AdapterFolder.read(PEFT.resolve("names-q"))) {
            assertThat(
                            new GgufAdapter(base, adapter, GgufFormat.Q8_0)
                                    .write(temporary.resolve("x"), "x")
                                    .tensors())
                    .isEqualTo(12);
        }
    }
}
