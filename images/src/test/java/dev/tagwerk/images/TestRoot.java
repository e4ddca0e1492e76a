package dev.tagwerk.images;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;

/** Folders that an image is built of, as small as they pass: a root, a Java, a release. */
final class TestRoot {
    static final String LOADER = "/lib64/ld-linux-x86-64.so.2";
    private static final List<String> TOOLS =
            List.of("sh", "uname", "id", "mkdir", "ls", "cksum", "tr");

    private TestRoot() {}

    /** A program for a machine of ELF's numbering, linked with a loader. */
    static byte[] elf(int machine) {
        byte[] loader = (LOADER + "\0").getBytes(StandardCharsets.UTF_8);
        ByteBuffer elf = ByteBuffer.allocate(64 + 56 + loader.length);
        elf.order(ByteOrder.LITTLE_ENDIAN);
        elf.put(new byte[] {0x7f, 'E', 'L', 'F', 2, 1, 1});
        elf.putShort(18, (short) machine);
        elf.putLong(32, 64).putShort(54, (short) 56).putShort(56, (short) 1);
        elf.putInt(64, 3).putLong(64 + 8, 120).putLong(64 + 32, loader.length);
        elf.put(120, loader);
        return elf.array();
    }

    static void program(Path file, int machine) throws IOException {
        Files.createDirectories(file.getParent());
        Files.write(file, elf(machine));
        file.toFile().setExecutable(true, false);
    }

    /** A root with a shell behind links that lead to other things on the host. */
    static Path root(Path folder) throws IOException {
        program(folder.resolve("usr/bin/busybox"), 62);
        Files.createSymbolicLink(folder.resolve("bin"), Path.of("/usr/bin"));
        for (String tool : TOOLS) {
            Files.createSymbolicLink(folder.resolve("usr/bin/" + tool), Path.of("busybox"));
        }
        program(folder.resolve(LOADER.substring(1)), 62);
        Files.createDirectories(folder.resolve("tmp"));
        Files.createDirectories(folder.resolve("proc/1"));
        return folder;
    }

    /** An image that Java starts in. */
    static TestImage base() {
        Tar tar = new Tar();
        for (String tool : TOOLS) {
            tar.program("bin/" + tool);
        }
        return new TestImage()
                .settings("{'Env':['PATH=/bin']}")
                .layer(tar.program(LOADER.substring(1)));
    }

    /** A file that does not compress. */
    static void noise(Path file, int length) throws IOException {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        Files.createDirectories(file.getParent());
        Files.write(file, bytes);
    }

    static Path java(Path folder, int machine) throws IOException {
        program(folder.resolve("bin/java"), machine);
        Files.writeString(folder.resolve("release"), "JAVA_VERSION=\"25\"\n");
        return folder;
    }

    static Path release(Path file) throws IOException {
        Tar tar =
                new Tar()
                        .folder("tagwerk-1", 0755)
                        .file("tagwerk-1/tagwerk", 0755, "#!/bin/sh\n".getBytes())
                        .file("tagwerk-1/LICENSE", "Apache")
                        .file("tagwerk-1/docs/page.md", "left behind")
                        .file("tagwerk-1/lib/pytorch-2.10.0-1.5.13-linux-x86_64.jar", "large")
                        .file("tagwerk-1/lib/../../../etc/passwd", "escaped")
                        .file("tagwerk-1/lib/find-jdk.sh", "")
                        .file("tagwerk-1/lib/a.jar", "a")
                        .file("tagwerk-1/lib/BUILD", "1.2.3\n");
        try (GZIPOutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(tar.bytes());
        }
        return file;
    }
}
