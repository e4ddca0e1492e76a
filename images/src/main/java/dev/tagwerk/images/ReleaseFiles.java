package dev.tagwerk.images;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.zip.ZipException;

/**
 * What a release of Tagwerk brings into an image: launcher, jars, licence. From the archive or from
 * the folder that it was unpacked to; docs and examples stay behind.
 */
final class ReleaseFiles implements AutoCloseable {
    private static final long UNPACKED = 8L << 30;
    private static final int MEMBERS = 100_000;

    /** Libtorch and what it loads: only training, evaluating and answering compute with it. */
    private static final Pattern NATIVES =
            Pattern.compile("lib/(?:pytorch|openblas|mkl|cuda|cuda-redist)-.*-linux-.*\\.jar");

    private static final Pattern WANTED =
            Pattern.compile("tagwerk|LICENSE|NOTICE|lib/[A-Za-z0-9_.+-]+");

    private final Path source;
    private final List<SourceFile> files;
    private final Optional<FileChannel> channel;

    private ReleaseFiles(Path source, List<SourceFile> files, Optional<FileChannel> channel) {
        this.source = source;
        this.files = files;
        this.channel = channel;
    }

    /**
     * Opens a release.
     *
     * @param scratch a private folder, for the archive's tar
     */
    static ReleaseFiles open(Path source, Path scratch) throws IOException {
        if (Files.isDirectory(source)) {
            return checked(
                    new ReleaseFiles(
                            source, FolderFiles.selected(source, WANTED), Optional.empty()));
        }
        if (!Files.isRegularFile(source)) {
            throw noRelease(source, "there is no such file");
        }
        Path tar = scratch.resolve("release.tar");
        unpack(source, tar);
        FileChannel channel = FileChannel.open(tar);
        try {
            return checked(
                    new ReleaseFiles(source, members(channel, source), Optional.of(channel)));
        } catch (IOException | RuntimeException failure) {
            channel.close();
            throw failure;
        }
    }

    private static ReleaseFiles checked(ReleaseFiles release) throws IOException {
        for (String needed : List.of("tagwerk", "lib/BUILD", "lib/find-jdk.sh")) {
            if (release.files.stream()
                    .noneMatch(file -> file.path().equals(needed) && file.type() == '0')) {
                release.close();
                throw noRelease(release.source, "`" + needed + "` is not in it");
            }
        }
        return release;
    }

    private static ImageException noRelease(Path source, String why) {
        return new ImageException(
                source.toString(),
                "it is no release of Tagwerk: " + why,
                "./mvnw -Pdist package makes one: dist/tagwerk-VERSION.tar.gz");
    }

    private static void unpack(Path source, Path tar) throws IOException {
        try (InputStream in =
                        new GunzipStream(new BufferedInputStream(Files.newInputStream(source)));
                OutputStream out = Files.newOutputStream(tar)) {
            byte[] buffer = new byte[128 << 10];
            long count = 0;
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                count += read;
                if (count > UNPACKED) {
                    throw noRelease(source, "it unpacks to more than 8 GiB");
                }
                out.write(buffer, 0, read);
            }
        } catch (ZipException | EOFException damaged) {
            throw noRelease(source, "it is no gzip file (" + damaged.getMessage() + ")");
        }
    }

    /** The archive's members, without the one folder that all of them lie in. */
    private static List<SourceFile> members(FileChannel channel, Path source) throws IOException {
        List<SourceFile> files = new ArrayList<>();
        TarReader tar =
                new TarReader(
                        new RegionInput(new FileRegion(channel, 0, channel.size())),
                        source.toString());
        int count = 0;
        for (Optional<TarEntry> next = tar.next(); next.isPresent(); next = tar.next()) {
            TarEntry entry = next.get();
            if (++count > MEMBERS) {
                throw noRelease(source, "it has more than " + MEMBERS + " members");
            }
            List<String> components = Names.components(entry.name()).orElse(List.of());
            if (components.size() < 2 || !entry.isFile()) {
                continue;
            }
            String path = String.join("/", components.subList(1, components.size()));
            if (WANTED.matcher(path).matches()) {
                FileRegion region = new FileRegion(channel, entry.offset(), entry.size());
                files.add(
                        new SourceFile(
                                path,
                                '0',
                                (entry.mode() & 0111) == 0 ? 0644 : 0755,
                                entry.size(),
                                "",
                                region::open));
            }
        }
        files.sort(Comparator.comparing(SourceFile::path));
        return files;
    }

    /** The version that it says it is. */
    String version() throws IOException {
        SourceFile build =
                files.stream()
                        .filter(file -> file.path().equals("lib/BUILD"))
                        .findFirst()
                        .orElseThrow();
        try (InputStream in = build.content().open()) {
            return Names.shown(new String(in.readNBytes(200), StandardCharsets.UTF_8).strip());
        }
    }

    /**
     * Its files, moved to a folder of the image.
     *
     * @param folder where to, ending with a slash
     * @param natives whether with libtorch
     */
    List<SourceFile> at(String folder, boolean natives) {
        Predicate<SourceFile> kept = file -> natives || !NATIVES.matcher(file.path()).matches();
        return files.stream()
                .filter(kept)
                .map(
                        file ->
                                new SourceFile(
                                        folder + file.path(),
                                        file.type(),
                                        file.mode(),
                                        file.size(),
                                        file.link(),
                                        file.content()))
                .toList();
    }

    @Override
    public void close() throws IOException {
        if (channel.isPresent()) {
            channel.get().close();
        }
    }
}
