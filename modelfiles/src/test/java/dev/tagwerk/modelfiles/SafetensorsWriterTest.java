package dev.tagwerk.modelfiles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.RandomAccessFile;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class SafetensorsWriterTest {
    @TempDir private Path temporary;

    @Test
    void severalMetadataKeysAreSorted() throws Exception {
        Path file = temporary.resolve("m.safetensors");
        SafetensorsWriter.write(file, Map.of("b", "1", "a", "2", "c", "3"), List.of());
        assertThat(Files.readString(file).substring(8))
                .startsWith("{\"__metadata__\":{\"a\":\"2\",\"b\":\"1\",\"c\":\"3\"}}");
    }

    @Test
    void nativeAndHeapBytesAreWrittenAlike() throws Exception {
        TensorBytes heap = Fixtures.counting("w", DType.F32, 3, 5);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment copied = arena.allocate(60);
            copied.copyFrom(heap.bytes());
            SafetensorsWriter.write(temporary.resolve("heap"), Map.of(), List.of(heap));
            SafetensorsWriter.write(
                    temporary.resolve("native"),
                    Map.of(),
                    List.of(new TensorBytes("w", DType.F32, List.of(3L, 5L), copied)));
        }
        assertThat(temporary.resolve("native")).hasSameBinaryContentAs(temporary.resolve("heap"));
    }

    @Test
    void namesMustBeOwn() {
        TensorBytes tensor = Fixtures.counting("w", DType.F32, 1);
        TensorBytes other = Fixtures.counting("w", DType.BF16, 1);
        assertThatThrownBy(
                        () ->
                                SafetensorsWriter.write(
                                        temporary.resolve("x"), Map.of(), List.of(tensor, other)))
                .isInstanceOf(ModelFilesException.class)
                .hasMessageContaining("'w'");
        assertThatThrownBy(
                        () ->
                                SafetensorsWriter.write(
                                        temporary.resolve("x"),
                                        Map.of(),
                                        List.of(Fixtures.counting("__metadata__", DType.U8, 1))))
                .isInstanceOf(ModelFilesException.class);
        assertThat(temporary).isEmptyDirectory();
    }

    @Test
    void aShapeMustFitItsBytes() {
        assertThatThrownBy(
                        () ->
                                new TensorBytes(
                                        "w",
                                        DType.F32,
                                        List.of(2L),
                                        MemorySegment.ofArray(new byte[4])))
                .isInstanceOf(ModelFilesException.class)
                .hasMessageContaining("'w'")
                .hasMessageContaining("needs 8");
    }

    /** /dev/full takes no byte: what stood there before must survive. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void aFullDiskLeavesTheOldFile() throws Exception {
        Path file = Files.writeString(temporary.resolve("m.safetensors"), "old");
        // The name under which the file is written aside.
        Files.createSymbolicLink(temporary.resolve(".m.safetensors.writing"), Path.of("/dev/full"));
        assertThatThrownBy(
                        () ->
                                SafetensorsWriter.write(
                                        file,
                                        Map.of(),
                                        List.of(Fixtures.counting("w", DType.F32, 9))))
                .isInstanceOf(ModelFilesException.class)
                .hasMessageContaining("No space left")
                .hasMessageContaining("check free space");
        assertThat(file).hasContent("old");
        assertThat(temporary.toFile().list()).containsExactly("m.safetensors");
    }

    @Test
    void aFolderThatCannotBeIsNamed() throws Exception {
        Path notAFolder = Files.createFile(temporary.resolve("file"));
        assertThatThrownBy(
                        () -> SafetensorsWriter.write(notAFolder.resolve("m"), Map.of(), List.of()))
                .isInstanceOf(ModelFilesException.class)
                .hasMessageContaining("cannot be written");
    }

    @Test
    void moreThanTwoGigabytesAreAddressed() throws Exception {
        // A sparse file: header by hand, the values are holes.
        long bytes = (3L << 30) + 4;
        String header =
                ("{\"big\":{\"dtype\":\"U8\",\"shape\":[%d],\"data_offsets\":[0,%d]},"
                                + "\"end\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[%d,%d]}}")
                        .formatted(bytes, bytes, bytes, bytes + 1);
        Path file = temporary.resolve("big.safetensors");
        try (var channel = new RandomAccessFile(file.toFile(), "rw")) {
            channel.writeLong(Long.reverseBytes(header.length()));
            channel.writeBytes(header);
            channel.seek(8L + header.length() + bytes);
            channel.writeByte(42);
        }
        try (SafetensorsFile opened = SafetensorsFile.open(file)) {
            assertThat(opened.bytes("big").byteSize()).isEqualTo(bytes);
            assertThat(opened.bytes("end").get(ValueLayout.JAVA_BYTE, 0)).isEqualTo((byte) 42);
        }
    }
}
