package dev.tagwerk.modelfiles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whatever stands in a file, the answer is its tensors or a {@link ModelFilesException}. */
class SafetensorsHostileTest {
    @TempDir private Path temporary;

    private Path file(byte[] bytes) throws Exception {
        return Files.write(temporary.resolve("hostile.safetensors"), bytes);
    }

    private static byte[] bytes(long length, String header, int data) {
        byte[] text = header.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(Long.BYTES + text.length + data)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(length)
                .put(text)
                .array();
    }

    private static byte[] bytes(String header, int data) {
        return bytes(header.getBytes(StandardCharsets.UTF_8).length, header, data);
    }

    private void refused(byte[] bytes, String... parts) throws Exception {
        Path file = file(bytes);
        assertThatThrownBy(() -> SafetensorsFile.open(file).close())
                .isInstanceOf(ModelFilesException.class)
                .hasMessageContaining(file.toString())
                .satisfies(e -> assertThat(e.getMessage()).contains(parts));
    }

    @ParameterizedTest
    @CsvSource({
        "-1, 18446744073709551615",
        "-9223372036854775808, 9223372036854775808",
        "9223372036854775807, 9223372036854775807",
        "100000001, 100000001"
    })
    void headerLengthBeyondTheBound(long length, String shown) throws Exception {
        refused(bytes(length, "{}", 0), "states a header of " + shown, "100,000,000");
    }

    @Test
    void headerLengthBeyondTheFile() throws Exception {
        refused(bytes(3, "{}", 0), "only 2 follow", "cut short");
        refused(new byte[0], "has 0 bytes");
        refused(new byte[7], "has 7 bytes");
        refused(new byte[8], "not a JSON object");
    }

    @Test
    void headersThatAreNotJson() throws Exception {
        refused(bytes("{\"a\":", 0), "not valid JSON");
        refused(bytes("[]", 0), "not a JSON object");
        refused(bytes("{} {}", 0), "not valid JSON");
        refused(bytes("", 0), "not a JSON object");
        refused(bytes("[".repeat(100_000), 0), "not valid JSON", "nesting depth");
        refused(bytes("{\"a\":" + "[".repeat(1000) + "]".repeat(1000) + "}", 0), "nesting depth");
        refused(
                bytes("{\"a\":{\"dtype\":\"U8\",\"shape\":[" + "1".repeat(5000) + "]}}", 0),
                "Number value length");
        byte[] notUtf8 = bytes("{\"ab\":1}", 0);
        notUtf8[10] = (byte) 0xC3;
        refused(notUtf8, "not valid UTF-8");
    }

    private static String tensor(String name, String dtype, String shape, String offsets) {
        return "\"%s\":{\"dtype\":\"%s\",\"shape\":[%s],\"data_offsets\":[%s]}"
                .formatted(name, dtype, shape, offsets);
    }

    private void refusedTensors(int data, String tensors, String... parts) throws Exception {
        refused(bytes("{" + tensors + "}", data), parts);
    }

    @Test
    void namesGivenTwice() throws Exception {
        refusedTensors(
                2,
                tensor("a", "U8", "1", "0,1") + "," + tensor("a", "U8", "1", "1,2"),
                "Duplicate field 'a'");
        refusedTensors(1, "\"a\":{\"dtype\":\"U8\",\"dtype\":\"I8\"}", "Duplicate field 'dtype'");
    }

    @Test
    void bytesThatOverlapOrLeaveHoles() throws Exception {
        refusedTensors(
                8,
                tensor("a", "U8", "5", "0,5") + "," + tensor("b", "U8", "4", "4,8"),
                "tensor 'b' overlaps the tensor before it by 1 bytes");
        refusedTensors(
                8,
                tensor("a", "U8", "3", "0,3") + "," + tensor("b", "U8", "4", "4,8"),
                "tensor 'b' leaves a hole of 1 bytes");
        refusedTensors(8, tensor("a", "U8", "4", "4,8"), "leaves a hole of 4 bytes");
        refusedTensors(8, tensor("a", "U8", "7", "0,7"), "1 bytes after its last tensor");
        refusedTensors(8, tensor("a", "U8", "9", "0,9"), "ends at byte 9", "only 8 bytes");
        refusedTensors(
                8, tensor("a", "U8", "8", "0,8") + "," + tensor("b", "U8", "8", "0,8"), "overlaps");
    }

    @Test
    void numbersThatCannotBe() throws Exception {
        refusedTensors(8, tensor("a", "U8", "-8", "0,8"), "has -8 in shape");
        refusedTensors(8, tensor("a", "U8", "8.0", "0,8"), "has 8.0 in shape");
        refusedTensors(8, tensor("a", "U8", "1e1", "0,8"), "in shape, not a whole number");
        refusedTensors(8, tensor("a", "U8", "9223372036854775808", "0,8"), "in shape");
        refusedTensors(8, tensor("a", "U8", "8", "-1,8"), "has -1 in data_offsets");
        refusedTensors(8, tensor("a", "U8", "8", "8,0"), "ends (0) before it begins (8)");
        refusedTensors(8, tensor("a", "U8", "8", "0"), "needs two data_offsets");
        refusedTensors(8, tensor("a", "U8", "8", "0,4,8"), "at most 2");
        refusedTensors(
                8, tensor("a", "F32", "4611686018427387904,4", "0,8"), "needs more than 2^63");
        // 2^62 elements of four bytes are 2^64: 0 where products wrap around.
        refusedTensors(0, tensor("a", "F32", "4611686018427387904", "0,0"), "more than 2^63");
        refusedTensors(0, tensor("a", "F32", "4611686018427387904,0", "0,0"), "more than 2^63");
        refusedTensors(8, tensor("a", "F32", "3", "0,8"), "has 8 bytes", "needs 12");
        refusedTensors(1, tensor("a", "U8", "1,".repeat(40) + "1", "0,1"), "41 numbers in shape");
    }

    @Test
    void descriptionsThatAreNone() throws Exception {
        refusedTensors(8, "\"a\":8", "not described by an object");
        refusedTensors(8, "\"a\":null", "not described by an object");
        refusedTensors(8, "\"a\":{}", "has no dtype");
        refusedTensors(8, "\"a\":{\"dtype\":\"U8\"}", "has no list shape");
        refusedTensors(8, "\"a\":{\"dtype\":\"U8\",\"shape\":8}", "has no list shape");
        refusedTensors(8, "\"a\":{\"dtype\":\"U8\",\"shape\":[8]}", "no list data_offsets");
        refusedTensors(8, tensor("a", "Q4", "8", "0,8"), "dtype Q4", "convert");
        refusedTensors(8, "\"a\":{\"dtype\":\"U8\",\"extra\":1}", "unknown key 'extra'");
        refusedTensors(1, tensor("", "U8", "1", "0,1"), "name of 0 characters");
        refusedTensors(1, tensor("n".repeat(2000), "U8", "1", "0,1"), "name of 2000 characters");
        refusedTensors(0, "\"__metadata__\":[]", "__metadata__ is not an object");
        refusedTensors(0, "\"__metadata__\":{\"a\":1}", "the value of 'a' is not a text");
    }

    @Test
    void messagesCarryNoTerminalEscapes() throws Exception {
        Path file = file(bytes("{\"\\u001b[2J\":8}", 8));
        assertThatThrownBy(() -> SafetensorsFile.open(file))
                .isInstanceOf(ModelFilesException.class)
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\u001b"));
    }

    @Test
    void everyTruncationIsFound() throws Exception {
        byte[] whole = Files.readAllBytes(Fixtures.path("safetensors/odd_names.safetensors"));
        for (int length = 0; length < whole.length; length++) {
            Path file = file(Arrays.copyOf(whole, length));
            assertThatThrownBy(() -> SafetensorsFile.open(file).close())
                    .isInstanceOf(ModelFilesException.class);
        }
        refused(Arrays.copyOf(whole, whole.length + 1), "1 bytes after");
    }

    @Test
    void flippedBitsNeverEscapeTheChecks() throws Exception {
        byte[] whole = Files.readAllBytes(Fixtures.path("safetensors/every_dtype.safetensors"));
        Random random = new Random(20_261_130);
        int opened = 0;
        for (int round = 0; round < 3000; round++) {
            byte[] flipped = whole.clone();
            int flips = 1 + random.nextInt(3);
            for (int i = 0; i < flips; i++) {
                flipped[random.nextInt(flipped.length)] ^= (byte) (1 << random.nextInt(8));
            }
            try (SafetensorsFile file = SafetensorsFile.open(file(flipped))) {
                for (String name : file.tensors().keySet()) {
                    assertThat(file.tensor(name).bytes().byteSize()).isLessThan(whole.length);
                }
                opened++;
            } catch (ModelFilesException e) {
                assertThat(e.getMessage()).contains("hostile.safetensors");
            }
        }
        // Flips inside the tensors' values cannot be seen; those in the header mostly are.
        assertThat(opened).isBetween(300, 1800);
    }
}
