package dev.tagwerk.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.Map;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DropoutStreamTest {
    private static final int SIZE = 40_000;

    @BeforeAll
    static void natives() {
        Libtorch.load();
    }

    private static float[] mask(DropoutStream stream, int size) {
        try (PointerScope scope = new PointerScope()) {
            Tensor shape = torch.empty(size);
            return Tensors.toFloats(stream.mask(shape));
        }
    }

    private static DropoutStream stream(double probability, long seed) {
        return new DropoutStream(Reference.cpu(), probability, seed);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.05, 0.1, 0.5, 0.9})
    void itDropsAtItsRateAndKeepsTheMean(double probability) {
        float[] mask = mask(stream(probability, 1), SIZE);
        int dropped = 0;
        double sum = 0;
        for (float value : mask) {
            dropped += value == 0 ? 1 : 0;
            sum += value;
            assertThat(value == 0 || Math.abs(value * (1 - probability) - 1) < 1e-3).isTrue();
        }
        double deviation = Math.sqrt(probability * (1 - probability) / SIZE);
        assertThat((double) dropped / SIZE).isCloseTo(probability, within(5 * deviation));
        assertThat(sum / SIZE).isCloseTo(1, within(5 * deviation / (1 - probability)));
    }

    @Test
    void withoutAProbabilityNothingChanges() {
        assertThat(stream(0, 1).active()).isFalse();
        try (PointerScope scope = new PointerScope()) {
            Tensor x = Tensors.floats(Reference.cpu(), new float[] {1, 2, 3}, 3);
            assertThat(stream(0, 1).apply(x)).isSameAs(x);
        }
    }

    @Test
    void theSameSeedDropsTheSame() {
        DropoutStream first = stream(0.3, 7);
        DropoutStream second = stream(0.3, 7);
        assertThat(mask(first, 101)).isEqualTo(mask(second, 101));
        assertThat(mask(first, 64)).as("the second mask").isEqualTo(mask(second, 64));
        assertThat(mask(stream(0.3, 8), 101)).isNotEqualTo(mask(stream(0.3, 7), 101));
    }

    @Test
    void aBlocksStreamIsTheSameWhenAskedAgain() {
        DropoutStream stream = stream(0.3, 7);
        float[] before = mask(stream.forBlock(2), 256);
        mask(stream, 1000);
        assertThat(mask(stream.forBlock(2), 256)).isEqualTo(before);
    }

    /** Masks of different blocks, places and steps must not be pieces of one another. */
    @Test
    void noTwoStreamsRunThroughTheSameNumbers() {
        Map<String, String> seen = new HashMap<>();
        for (int seed = 0; seed < 3; seed++) {
            for (int block = 0; block < 12; block++) {
                DropoutStream ofBlock = stream(0.5, seed).forBlock(block);
                for (DropoutStream.Place place : DropoutStream.Place.values()) {
                    float[] mask = mask(ofBlock.forPlace(place), 2048);
                    for (int at = 0; at < mask.length; at += 4) {
                        if (at + 64 > mask.length) {
                            break;
                        }
                        StringBuilder piece = new StringBuilder();
                        for (int i = 0; i < 64; i++) {
                            piece.append(mask[at + i] == 0 ? '0' : '1');
                        }
                        String where = seed + "/" + block + "/" + place + "@" + at;
                        assertThat(seen.put(piece.toString(), where)).as(where).isNull();
                    }
                }
            }
        }
    }
}
