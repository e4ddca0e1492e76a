package dev.tagwerk.images;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TarReaderTest {
    @TempDir private Path folder;

    /** Reads a tar in both ways that there are, which must agree. */
    private List<TarEntry> read(byte[] tar) throws IOException {
        List<TarEntry> streamed =
                entries(new TarReader(new StreamInput(new ByteArrayInputStream(tar)), "test.tar"));
        Path file = Files.write(folder.resolve("both.tar"), tar);
        try (FileChannel channel = FileChannel.open(file)) {
            FileRegion region = new FileRegion(channel, 0, tar.length);
            assertThat(entries(new TarReader(new RegionInput(region), "test.tar")))
                    .isEqualTo(streamed);
        }
        return streamed;
    }

    private static List<TarEntry> entries(TarReader reader) throws IOException {
        List<TarEntry> entries = new ArrayList<>();
        for (Optional<TarEntry> next = reader.next(); next.isPresent(); next = reader.next()) {
            entries.add(next.get());
        }
        return entries;
    }

    private byte[] tar(String... arguments) throws IOException, InterruptedException {
        Path tar = folder.resolve("made.tar");
        List<String> command = new ArrayList<>(List.of("tar", "-cf", tar.toString()));
        command.addAll(List.of("-C", folder.toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).inheritIO().start();
        assertThat(process.waitFor()).isZero();
        return Files.readAllBytes(tar);
    }

    /** GNU tar writes each of its formats; what it lists is what we read. */
    @ParameterizedTest
    @ValueSource(strings = {"v7", "ustar", "oldgnu", "gnu", "posix"})
    void readsWhatGnuTarWrites(String format) throws IOException, InterruptedException {
        Path tree = Files.createDirectories(folder.resolve("tree/sub"));
        Files.writeString(tree.resolve("a"), "hello");
        Files.write(tree.resolve("empty"), new byte[0]);
        Files.write(tree.resolve("block"), new byte[512]);
        Files.createLink(tree.resolve("hard"), tree.resolve("a"));
        Files.createSymbolicLink(tree.resolve("soft"), Path.of("a"));
        boolean longNames = !format.equals("v7") && !format.equals("ustar");
        String deep = "tree/" + "long-name-of-a-folder/".repeat(longNames ? 20 : 5);
        Path bottom = Files.createDirectories(folder.resolve(deep));
        Files.writeString(bottom.resolve("grüße"), "x");
        if (longNames) {
            Files.createSymbolicLink(bottom.resolve("far"), Path.of("x/".repeat(200) + "y"));
        }
        boolean v7 = format.equals("v7");
        byte[] made =
                v7
                        ? tar("--format=v7", "--exclude=long-name-of-a-folder", "tree")
                        : tar("--format=" + format, "--owner=u:70000", "--group=g:70001", "tree");
        List<TarEntry> entries = read(made);
        TarEntry a = named(entries, "tree/sub/a");
        TarEntry hard = named(entries, "tree/sub/hard");
        // Whichever of the two names comes first is the file.
        assertThat(List.of(a.type(), hard.type())).containsExactlyInAnyOrder('0', '1');
        assertThat(Math.max(a.size(), hard.size())).isEqualTo(5);
        assertThat(named(entries, "tree/sub/soft").link()).isEqualTo("a");
        assertThat(named(entries, "tree/sub/block").size()).isEqualTo(512);
        assertThat(named(entries, "tree/sub/").isDirectory()).isTrue();
        if (!v7) {
            assertThat(entries).allMatch(one -> one.uid() == 70000 && one.gid() == 70001);
            assertThat(named(entries, deep + "grüße").size()).isEqualTo(1);
        }
        if (longNames) {
            assertThat(named(entries, deep + "far").link()).isEqualTo("x/".repeat(200) + "y");
        }
    }

    private static TarEntry named(List<TarEntry> entries, String name) {
        return entries.stream().filter(one -> one.name().equals(name)).findFirst().orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(strings = {"gnu", "posix"})
    void passesOverSparseFiles(String format) throws IOException, InterruptedException {
        Path sparse = folder.resolve("sparse");
        try (var file = new java.io.RandomAccessFile(sparse.toFile(), "rw")) {
            for (int i = 0; i < 60; i++) {
                file.seek(i * 1_000_000L);
                file.write(1);
            }
        }
        Files.writeString(folder.resolve("after"), "x");
        List<TarEntry> entries = read(tar("--sparse", "--format=" + format, "sparse", "after"));
        assertThat(entries).extracting(TarEntry::name).containsExactly("sparse", "after");
    }

    @Test
    void whatIsCutOrDamagedIsSaid() throws IOException {
        byte[] whole = new Tar().file("a", 0644, new byte[2000]).file("b", "x").bytes();
        for (int length : new int[] {1, 511, 513, 2000, 2600}) {
            assertThatThrownBy(() -> read(Arrays.copyOf(whole, length)))
                    .as("cut to %d", length)
                    .isInstanceOf(ImageException.class)
                    .hasMessageContaining("test.tar");
        }
        // Archives without their end, or cut within the padding, are what some writers make.
        assertThat(read(Arrays.copyOf(whole, 512 + 2048))).hasSize(1);
        assertThat(read(new byte[0])).isEmpty();
        byte[] flipped = whole.clone();
        flipped[3] ^= 1;
        assertThatThrownBy(() -> read(flipped)).hasMessageContaining("checksum");
        byte[] hole = new byte[512 + whole.length];
        System.arraycopy(whole, 0, hole, 512, whole.length);
        assertThatThrownBy(() -> read(hole)).hasMessageContaining("one empty block");
    }

    @Test
    void lyingNumbersAreRefused() {
        for (String field : List.of("77777777777", "8", "-1", "1z")) {
            byte[] tar = new Tar().file("a", "x").bytes();
            Arrays.fill(tar, 124, 136, (byte) 0);
            System.arraycopy(field.getBytes(), 0, tar, 124, field.length());
            byte[] block = Arrays.copyOf(tar, 512);
            Tar.sum(block);
            System.arraycopy(block, 0, tar, 0, 512);
            assertThatThrownBy(() -> read(tar)).as(field).isInstanceOf(ImageException.class);
        }
        for (String record :
                List.of(
                        "999999999 path=x\n",
                        "5 path=x\n",
                        "0 a=b\n",
                        "9999999999999999999 a=b\n",
                        "12 pathxxxx\n",
                        "x",
                        "27 size=999999999999999999\n",
                        "12 size=-5\n",
                        "11 uid=a1\n")) {
            byte[] tar =
                    new Tar().member("pax", 'x', 0644, "", record.getBytes()).file("a", "").bytes();
            assertThatThrownBy(() -> read(tar)).as(record).isInstanceOf(ImageException.class);
        }
        byte[] extensions = chain();
        assertThatThrownBy(() -> read(extensions)).hasMessageContaining("in a row");
        byte[] huge = new Tar().member("l", 'L', 0644, "", new byte[(1 << 20) + 1]).bytes();
        assertThatThrownBy(() -> read(huge)).hasMessageContaining("a name of");
    }

    private static byte[] chain() {
        Tar tar = new Tar();
        for (int i = 0; i < 20; i++) {
            tar.member("l", 'L', 0644, "", "name".getBytes());
        }
        return tar.bytes();
    }

    /** A file of 20 GB has its length in base 256; its body is passed over, not read. */
    @Test
    void largeFilesAreNotRead() throws IOException {
        byte[] header = Arrays.copyOf(new Tar().file("large", "").bytes(), 512);
        long size = 20_000_000_000L;
        header[124] = (byte) 0x80;
        for (int i = 0; i < 11; i++) {
            header[135 - i] = (byte) (i < 8 ? size >> 8 * i : 0);
        }
        Tar.sum(header);
        Path file = folder.resolve("large.tar");
        try (var out = new java.io.RandomAccessFile(file.toFile(), "rw")) {
            out.write(header);
            out.seek(512 + size);
            out.write(new Tar().file("after", "x").bytes());
        }
        try (FileChannel channel = FileChannel.open(file)) {
            RegionInput input = new RegionInput(new FileRegion(channel, 0, channel.size()));
            assertThat(entries(new TarReader(input, "large.tar")))
                    .extracting(TarEntry::size)
                    .containsExactly(size, 1L);
        }
    }
}
