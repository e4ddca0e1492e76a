package dev.tagwerk.runfolder;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * A checkpoint whose bytes are not those that were written is never taken; the one before it is.
 * {@code -Dtagwerk.fuzz.rounds=100} makes a hundred times as many.
 */
class CheckpointFuzzTest {
    private static final int ROUNDS = Integer.getInteger("tagwerk.fuzz.rounds", 1);

    @Property(tries = 60)
    void damageIsFoundWhateverItIs(@ForAll long seed) throws IOException {
        Random random = new Random(seed);
        for (int round = 0; round < ROUNDS; round++) {
            Path root = Files.createTempDirectory("checkpoint-fuzz");
            try {
                RunFolder run = RunFolder.at(root);
                run.create();
                Checkpoints checkpoints = run.checkpoints();
                checkpoints.write(5, Fixtures.content("before"));
                Path newest = checkpoints.write(9, Fixtures.content("after")).folder();
                String damage = damage(newest, random);
                Latest latest = RunFolder.at(root).checkpoints().latestIntact();
                assertThat(latest.checkpoint()).as(damage).isPresent();
                assertThat(latest.checkpoint().orElseThrow().step()).as(damage).isEqualTo(5);
            } finally {
                delete(root);
            }
        }
    }

    private static String damage(Path folder, Random random) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.filter(Files::isRegularFile).sorted().toList();
        }
        Path file = files.get(random.nextInt(files.size()));
        byte[] bytes = Files.readAllBytes(file);
        boolean marker = file.endsWith("COMPLETE");
        String kind;
        switch (random.nextInt(4)) {
            case 0 -> {
                Files.delete(file);
                kind = "deleted ";
            }
            case 1 -> {
                Files.write(file, Arrays.copyOf(bytes, random.nextInt(bytes.length)));
                kind = "cut ";
            }
            case 2 -> {
                // in the marker, blanks between its words are nobody's loss
                int at = marker ? firstDigit(bytes) : random.nextInt(bytes.length);
                bytes[at] ^= (byte) (1 << random.nextInt(4));
                Files.write(file, bytes);
                kind = "flipped a bit of ";
            }
            default -> {
                byte[] random16 = new byte[16];
                random.nextBytes(random16);
                random16[0] = 'x';
                Files.write(file, random16);
                kind = "overwrote ";
            }
        }
        return kind + folder.relativize(file);
    }

    private static int firstDigit(byte[] bytes) {
        int at = 0;
        while (!Character.isDigit(bytes[at])) {
            at++;
        }
        return at;
    }

    private static void delete(Path root) throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            all.sorted(Comparator.reverseOrder())
                    .forEach(
                            path -> {
                                try {
                                    Files.delete(path);
                                } catch (IOException e) {
                                    throw new UncheckedIOException(e);
                                }
                            });
        }
    }
}
