package dev.tagwerk.data;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tagwerk.spec.Column;
import dev.tagwerk.spec.Columns;
import dev.tagwerk.spec.DataFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/**
 * Whatever a file holds, reading it ends in rows, reasons or a DataException, within the limits.
 * {@code -Dtagwerk.fuzz.rounds=N} makes N times as many files.
 */
class ReadersFuzzTest {
    private static final int ROUNDS = Integer.getInteger("tagwerk.fuzz.rounds", 1);
    private static final ReadLimits LIMITS = new ReadLimits(4_096, 1 << 20, 16, 200, 50);
    private static final Columns COLUMNS =
            new Columns(Map.of(Column.PROMPT, "question", Column.RESPONSE, "answer"));
    private static final String[] SEEDS = {
        "{\"messages\":[{\"role\":\"user\",\"content\":\"a\"},{\"role\":\"assistant\",\"content\":[{"
                + "\"type\":\"text\",\"text\":\"b\"}],\"weight\":1}],\"tools\":[],\"system\":\"s\"}\n",
        "[{\"conversations\":[{\"from\":\"human\",\"value\":\"a\"},{\"from\":\"gpt\",\"value\":\"b\"}]}]",
        "{\"instruction\":\"a\",\"input\":\"b\",\"output\":\"c\",\"history\":[[\"d\",\"e\"]]}\n",
        "{\"prompt\":[{\"role\":\"user\",\"content\":\"a\"}],\"completion\":[{\"role\":\"assistant\","
                + "\"content\":\"b\"}]}\n{\"prompt\":\"a\",\"completion\":\"b\"}\n",
        "{\"kind\":\"choice\",\"state\":{\"a\":1e5},\"instructions\":\"i\",\"options\":[[\"a\",null],"
                + "[\"b\",\"\"]],\"label\":1,\"weight\":0.5}\n",
        "question,answer,messages\n\"a, b\",\"c\"\"d\",\"[{\"\"role\"\":\"\"user\"\"}]\"\n1,2,\n",
    };

    private static Path folder;
    private static Path file;

    @BeforeContainer
    static void makeFolder() throws IOException {
        folder = Files.createTempDirectory("fuzz");
        file = folder.resolve("rows");
    }

    @AfterContainer
    static void removeFolder() throws IOException {
        Files.deleteIfExists(folder.resolve("rows"));
        Files.deleteIfExists(folder.resolve("rows.csv"));
        Files.delete(folder);
    }

    /** Fails with anything but a DataException; rows are within the limits. */
    private static void read(byte[] bytes) {
        try {
            Files.write(file, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        read(DataFormat.AUTO, Columns.none());
        read(DataFormat.ALPACA, COLUMNS);
    }

    private static void read(DataFormat format, Columns columns) {
        try (RowStream stream = RowStream.open(file, format, columns, LIMITS)) {
            int bad = 0;
            for (var item = stream.next(); item.isPresent(); item = stream.next()) {
                if (item.get() instanceof RowStream.Bad wrong) {
                    bad++;
                    assertThat(wrong.row().reason()).isNotBlank().hasSizeLessThan(2_000);
                }
            }
            assertThat(bad).isLessThanOrEqualTo(LIMITS.badRows() + 1);
        } catch (DataException expected) {
            assertThat(expected).hasMessageContaining("fuzz");
        }
    }

    private static byte[] mutated(byte[] seed, Random random) {
        byte[] bytes =
                Arrays.copyOf(
                        seed,
                        random.nextInt(4) == 0 ? random.nextInt(seed.length + 1) : seed.length);
        for (int i = random.nextInt(4); i >= 0 && bytes.length > 0; i--) {
            int at = random.nextInt(bytes.length);
            switch (random.nextInt(4)) {
                case 0 -> bytes[at] = (byte) random.nextInt(256);
                case 1 -> bytes[at] = (byte) "{}[]\",:\\\n\r".charAt(random.nextInt(10));
                case 2 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
                default -> {
                    int length = Math.min(random.nextInt(16), bytes.length - at);
                    System.arraycopy(
                            bytes, at, bytes, random.nextInt(bytes.length - length + 1), length);
                }
            }
        }
        return bytes;
    }

    private static byte[] gzip(byte[] bytes) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    @Property(tries = 300)
    void randomBytes(@ForAll byte[] bytes) {
        read(bytes);
    }

    @Property(tries = 1)
    void rowsWithSomethingChanged(@ForAll long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 1_000 * ROUNDS; i++) {
            byte[] bytes =
                    mutated(SEEDS[random.nextInt(5)].getBytes(StandardCharsets.UTF_8), random);
            read(random.nextInt(4) == 0 ? mutated(gzip(bytes), random) : bytes);
        }
    }

    @Property(tries = 1)
    void csvWithSomethingChanged(@ForAll long seed) {
        Random random = new Random(seed);
        file = folder.resolve("rows.csv");
        for (int i = 0; i < 40 * ROUNDS; i++) {
            byte[] bytes = mutated(SEEDS[5].repeat(3).getBytes(StandardCharsets.UTF_8), random);
            read(random.nextInt(4) == 0 ? mutated(gzip(bytes), random) : bytes);
        }
        file = folder.resolve("rows");
    }

    @Property(tries = 1)
    void parquetWithSomethingChanged(@ForAll long seed) throws Exception {
        Random random = new Random(seed);
        for (String name : new String[] {"chats.parquet", "alpaca.parquet", "questions.parquet"}) {
            byte[] whole = Files.readAllBytes(table(name));
            for (int i = 0; i < 15 * ROUNDS; i++) {
                read(mutated(whole, random));
            }
        }
    }

    private static Path table(String name) throws URISyntaxException {
        return Path.of(ReadersFuzzTest.class.getResource("/tables/" + name).toURI());
    }

    @Property(tries = 30)
    void nestingIsBounded(@ForAll @IntRange(min = 17, max = 200_000) int depth) {
        for (String[] pair : new String[][] {{"[", "]"}, {"{\"a\":", "}"}}) {
            String deep = pair[0].repeat(depth) + "1" + pair[1].repeat(depth);
            read(("{\"text\":" + deep + "}\n").getBytes(StandardCharsets.UTF_8));
            read(("[{\"text\":" + deep + "}]").getBytes(StandardCharsets.UTF_8));
        }
    }

    /** A line, an element, a cell without an end: not held, but passed over. */
    @Property(tries = 2)
    void whatHasNoEndIsNotHeld(@ForAll boolean zipped) throws IOException {
        byte[] a = new byte[1 << 16];
        Arrays.fill(a, (byte) 'a');
        for (String start : new String[] {"{\"text\":\"", "[{\"text\":\"", "text\n\""}) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            out.write(start.getBytes(StandardCharsets.UTF_8));
            for (int i = 0; i < 12; i++) {
                out.write(a);
            }
            read(zipped ? gzip(out.toByteArray()) : out.toByteArray());
        }
    }
}
