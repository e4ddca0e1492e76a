package dev.tagwerk.modelfiles;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/**
 * Whatever a safetensors header says: tensors that lie in the file, or a message that names it.
 * {@code -Dtagwerk.fuzz.rounds=1000} makes a million headers.
 */
class SafetensorsFuzzTest {
    private static final int ROUNDS = Integer.getInteger("tagwerk.fuzz.rounds", 1);
    private static final List<String> NUMBERS =
            List.of(
                    "-1",
                    "0",
                    "1",
                    "2147483648",
                    "9223372036854775807",
                    "18446744073709551616",
                    "1e3",
                    "1.5",
                    "null",
                    "\"8\"",
                    "[]",
                    "[[0]]",
                    "4294967296");
    private static final List<String> TYPES =
            List.of("F32", "BF16", "F16", "I64", "U8", "BOOL", "F8_E4M3", "F4", "f32", "", "X");

    /**
     * A parsed header is larger than its text, by this factor at most, and by this much besides.
     */
    private static final long FACTOR = 200;

    private static final long BESIDES = 1 << 20;

    private static Path folder = Path.of("");

    @BeforeContainer
    static void prepare() throws IOException {
        folder = Files.createTempDirectory("safetensors-fuzz");
        // Classes that the first reading loads are none of the file's business.
        for (int seed = 0; seed < 50; seed++) {
            parse(header(new Random(seed), 8).getBytes(StandardCharsets.UTF_8), 8);
        }
    }

    @AfterContainer
    static void clean() throws IOException {
        Files.deleteIfExists(folder.resolve("fuzz.safetensors"));
        Files.deleteIfExists(folder);
    }

    @Property(tries = 1000)
    void headersAreReadOrRefused(@ForAll long seed) {
        Random random = new Random(seed);
        for (int round = 0; round < ROUNDS; round++) {
            int data = random.nextInt(200);
            byte[] text = header(random, data).getBytes(StandardCharsets.UTF_8);
            int flips = random.nextInt(3);
            for (int flip = 0; flip < flips; flip++) {
                text[random.nextInt(text.length)] ^= (byte) (1 << random.nextInt(8));
            }
            check(text, data);
        }
    }

    @Property(tries = 200)
    void filesAreReadOrRefused(@ForAll long seed) throws IOException {
        Random random = new Random(seed);
        int data = random.nextInt(64);
        byte[] text = header(random, data).getBytes(StandardCharsets.UTF_8);
        long length =
                random.nextInt(4) == 0 ? random.nextLong() >> random.nextInt(60) : text.length;
        byte[] bytes =
                ByteBuffer.allocate(Long.BYTES + text.length + data)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .putLong(length)
                        .put(text)
                        .array();
        Path file = Files.write(folder.resolve("fuzz.safetensors"), bytes);
        try (SafetensorsFile opened = SafetensorsFile.open(file)) {
            for (String name : opened.tensors().keySet()) {
                assertThat(opened.tensor(name).bytes().byteSize()).isBetween(0L, (long) data);
            }
        } catch (ModelFilesException refused) {
            assertThat(refused.getMessage()).contains("fuzz.safetensors");
        }
    }

    private static String header(Random random, int data) {
        StringBuilder text = new StringBuilder("{");
        int tensors = random.nextInt(4);
        long offset = 0;
        for (int i = 0; i < tensors; i++) {
            int rows = random.nextInt(5);
            int columns = random.nextInt(5);
            long bytes = 4L * rows * columns;
            boolean last = i == tensors - 1;
            text.append(i == 0 ? "" : ",")
                    .append('"')
                    .append(random.nextInt(8) == 0 ? "t0" : "t" + i)
                    .append("\":{\"dtype\":\"")
                    .append(random.nextInt(8) == 0 ? pick(TYPES, random) : "F32")
                    .append("\",\"shape\":[")
                    .append(number(rows, random))
                    .append(',')
                    .append(number(columns, random))
                    .append("],\"data_offsets\":[")
                    .append(number(offset, random))
                    .append(',')
                    .append(number(last && random.nextBoolean() ? data : offset + bytes, random))
                    .append("]}");
            offset += bytes;
        }
        if (random.nextInt(6) == 0) {
            text.append(tensors == 0 ? "" : ",").append("\"__metadata__\":{\"a\":");
            text.append(random.nextBoolean() ? "\"b\"" : "1").append('}');
        }
        return text.append('}').toString();
    }

    private static String number(long value, Random random) {
        return random.nextInt(12) == 0 ? pick(NUMBERS, random) : String.valueOf(value);
    }

    private static void check(byte[] header, int data) {
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        parse(header, data);
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        assertThat(allocated).isLessThan(FACTOR * header.length + BESIDES);
    }

    private static void parse(byte[] header, int data) {
        Path file = Path.of("fuzz.safetensors");
        String text = new String(header, StandardCharsets.UTF_8);
        long start = Long.BYTES + header.length;
        try {
            SafetensorsHeader parsed = SafetensorsHeader.parse(file, text, start, start + data);
            assertThat(parsed.end()).isBetween(start, start + data);
            for (TensorEntry entry : parsed.tensors().values()) {
                assertThat(entry.offset()).isGreaterThanOrEqualTo(start);
                assertThat(entry.offset() + entry.bytes()).isLessThanOrEqualTo(start + data);
            }
        } catch (ModelFilesException refused) {
            assertThat(refused.getMessage()).contains("fuzz.safetensors").hasSizeLessThan(4000);
        }
    }

    private static <T> T pick(List<T> list, Random random) {
        return list.get(random.nextInt(list.size()));
    }
}
