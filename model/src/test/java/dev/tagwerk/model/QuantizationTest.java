package dev.tagwerk.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tagwerk.modelfiles.DType;
import dev.tagwerk.modelfiles.TensorBytes;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.Test;

/** Quantised matrices beside a NumPy reference; {@code fixtures/nf4/make.py} made it. */
class QuantizationTest {
    private static final Path FIXTURES = Path.of("src/test/fixtures/nf4");
    private static final long[] SHAPE = {40, 512};

    private static byte[] bytes(String file) throws IOException {
        return Files.readAllBytes(FIXTURES.resolve(file));
    }

    private static float[] floats(String file) throws IOException {
        byte[] bytes = bytes(file);
        float[] values = new float[bytes.length / Float.BYTES];
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(values);
        return values;
    }

    private static Elements weights() throws IOException {
        return elements(bytes("weights.f32"), SHAPE);
    }

    private static Elements elements(byte[] values, long[] shape) {
        return new Elements(
                new TensorBytes(
                        "w",
                        DType.F32,
                        List.of(shape[0], shape[1]),
                        MemorySegment.ofArray(values)));
    }

    private static float[] dense(Quantization quantization) throws IOException {
        Libtorch.load();
        try (PointerScope scope = new PointerScope()) {
            Matrix matrix =
                    quantization.type() == Quantization.Type.NF4
                            ? new Nf4Matrix(
                                    weights(), SHAPE, quantization.doubled(), Reference.cpu())
                            : new Int8Matrix(weights(), SHAPE, Reference.cpu());
            return Tensors.toFloats(matrix.dense(ScalarType.Float));
        }
    }

    @Test
    void packsAsTheReference() throws IOException {
        Nf4.Packed packed = Nf4.quantize(weights());
        assertThat(packed.packed()).isEqualTo(bytes("packed.u8"));
        assertThat(packed.scales()).isEqualTo(floats("scales.f32"));
        assertThat(DynamicCode.quantize(packed.scales()).indexes()).isEqualTo(bytes("indexes.u8"));
    }

    @Test
    void isDenseAgainAsTheReference() throws IOException {
        assertThat(dense(new Quantization(Quantization.Type.NF4, false)))
                .isEqualTo(floats("dense.f32"));
        assertThat(dense(new Quantization(Quantization.Type.NF4, true)))
                .isEqualTo(floats("dense-doubled.f32"));
        assertThat(dense(new Quantization(Quantization.Type.INT8, false)))
                .isEqualTo(floats("int8.f32"));
    }

    @Test
    void bfloat16IsRoundedOnce() throws IOException {
        Libtorch.load();
        try (PointerScope scope = new PointerScope()) {
            Nf4Matrix matrix = new Nf4Matrix(weights(), SHAPE, true, Reference.cpu());
            float[] rounded = Tensors.toFloats(matrix.dense(ScalarType.BFloat16));
            float[] once = Tensors.toFloats(matrix.dense(ScalarType.Float).to(ScalarType.BFloat16));
            assertThat(rounded).isEqualTo(once);
        }
    }

    @Test
    void whatIsNotFiniteOrNotWholeBlocksIsRefused() {
        byte[] infinite = new byte[64 * 4];
        ByteBuffer.wrap(infinite)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putFloat(40, Float.POSITIVE_INFINITY);
        assertThatThrownBy(() -> Nf4.quantize(elements(infinite, new long[] {1, 64})))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("not finite");
        assertThatThrownBy(
                        () ->
                                new Nf4Matrix(
                                        elements(new byte[60 * 4], new long[] {1, 60}),
                                        new long[] {1, 60},
                                        true,
                                        Reference.cpu()))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("int8");
    }
}
