package dev.tagwerk.modelfiles;

import ai.djl.huggingface.tokenizers.jni.TokenizersLibrary;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;

/**
 * Loads Hugging Face's tokenizers library out of DJL's jar.
 *
 * <p>DJL's own door ({@code HuggingFaceTokenizer}) reports its use over the network on some
 * machines, looks for CUDA, may download a library, and unpacks into HOME. All that is needed is
 * the native library in the jar and its JNI class, so both are used directly.
 */
final class NativeTokenizers {
    private static final String ROOT = "/native/lib/";

    private NativeTokenizers() {}

    /** The library, loaded at the first call. */
    static TokenizersLibrary library() {
        return Loaded.LIBRARY;
    }

    private static final class Loaded {
        static final TokenizersLibrary LIBRARY = load();

        private Loaded() {}
    }

    private static TokenizersLibrary load() {
        Map<String, String> properties = new HashMap<>();
        System.getProperties()
                .stringPropertyNames()
                .forEach(name -> properties.put(name, System.getProperty(name)));
        Path library = unpacked(properties, System.getenv());
        try {
            System.load(library.toString());
        } catch (UnsatisfiedLinkError e) {
            throw ModelFilesException.of(
                    library,
                    "the tokenizers library does not load: " + e.getMessage(),
                    "it needs a Linux with glibc (or macOS on ARM); is the folder mounted noexec?"
                            + " Then name another with -Dtagwerk.cache=FOLDER",
                    e);
        }
        return TokenizersLibrary.LIB;
    }

    /** The library as a file; unpacked when it is not there or not whole. */
    static Path unpacked(Map<String, String> properties, Map<String, String> environment) {
        String name = System.mapLibraryName("tokenizers");
        String platform =
                platform(
                        properties.getOrDefault("os.name", ""),
                        properties.getOrDefault("os.arch", ""));
        String resource = ROOT + platform + "/cpu/" + name;
        URL packed = TokenizersLibrary.class.getResource(resource);
        if (packed == null) {
            throw new ModelFilesException(
                    "there is no tokenizers library for "
                            + platform
                            + "; use Linux on x86-64 or ARM (aarch64), or macOS on ARM");
        }
        Path cache = CacheFolder.writable(properties, environment);
        Path folder = cache.resolve("tokenizers-" + version() + "-" + platform);
        Path file = folder.resolve(name);
        try {
            owned(cache, properties);
            Files.createDirectories(folder);
            if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                    || checksum(file.toUri().toURL()) != checksum(packed)) {
                unpack(packed, folder, file);
            }
        } catch (IOException e) {
            throw ModelFilesException.of(
                    file,
                    "the tokenizers library cannot be unpacked: " + e,
                    "make room, or name another folder with -Dtagwerk.cache=FOLDER",
                    e);
        }
        return file.toAbsolutePath();
    }

    /** A library that somebody else could have put there is code that somebody else runs. */
    private static void owned(Path cache, Map<String, String> properties) throws IOException {
        String user = properties.getOrDefault("user.name", "");
        String owner = Files.getOwner(cache).getName();
        boolean shared =
                Files.getPosixFilePermissions(cache).stream()
                        .anyMatch(PosixFilePermissions.fromString("----w--w-")::contains);
        if (shared && !owner.equals(user)) {
            throw new IOException(cache + " belongs to " + owner + " and others can write to it");
        }
    }

    private static void unpack(URL packed, Path folder, Path file) throws IOException {
        Path aside = Files.createTempFile(folder, ".unpacking", "");
        try {
            try (InputStream in = packed.openStream()) {
                Files.copy(in, aside, StandardCopyOption.REPLACE_EXISTING);
            }
            try {
                Files.move(aside, file, StandardCopyOption.ATOMIC_MOVE);
            } catch (AtomicMoveNotSupportedException e) {
                Files.move(aside, file, StandardCopyOption.REPLACE_EXISTING);
            }
        } finally {
            Files.deleteIfExists(aside);
        }
    }

    private static long checksum(URL content) throws IOException {
        try (CheckedInputStream in = new CheckedInputStream(content.openStream(), new CRC32())) {
            in.transferTo(java.io.OutputStream.nullOutputStream());
            return in.getChecksum().getValue();
        }
    }

    private static String version() {
        try (InputStream in =
                TokenizersLibrary.class.getResourceAsStream(ROOT + "tokenizers.properties")) {
            Properties properties = new Properties();
            if (in != null) {
                properties.load(in);
            }
            return properties.getProperty("version", "unknown");
        } catch (IOException e) {
            throw new ModelFilesException("the tokenizers jar cannot be read: " + e, e);
        }
    }

    /** The folder's name in the jar, such as {@code linux-x86_64}. */
    static String platform(String osName, String osArch) {
        String os = osName.toLowerCase(Locale.ROOT);
        String system =
                os.startsWith("mac")
                        ? "osx"
                        : os.startsWith("linux") ? "linux" : os.replace(' ', '-');
        String arch =
                switch (osArch) {
                    case "amd64", "x86_64" -> "x86_64";
                    case "arm64", "aarch64" -> "aarch64";
                    default -> osArch;
                };
        return system + "-" + arch;
    }
}
