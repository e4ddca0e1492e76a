package dev.tagwerk.images;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A folder of this machine as a layer's files, in the order of their paths. Symbolic links are
 * taken over as links and never followed; devices, pipes and sockets are refused.
 */
final class FolderFiles {
    /** What every container runtime mounts over: of a root only the mount points are taken. */
    private static final Set<String> MOUNTED = Set.of("dev", "proc", "sys", "run");

    private static final int FILES = 1_000_000;
    private static final int DEPTH = 256;
    private static final int SET_ID = 06000;

    private final Path folder;
    private final String prefix;
    private final boolean root;
    private final List<SourceFile> files = new ArrayList<>();
    private final Map<Object, String> linked = new HashMap<>();

    private FolderFiles(Path folder, String prefix, boolean root) {
        this.folder = folder;
        this.prefix = prefix;
        this.root = root;
    }

    /** A whole root file system. */
    static List<SourceFile> root(Path folder) {
        return new FolderFiles(folder, "", true).read();
    }

    /** A folder that goes to {@code prefix} in the image, which ends with a slash. */
    static List<SourceFile> under(Path folder, String prefix) {
        return new FolderFiles(folder, prefix, false).read();
    }

    /** Those plain files of a folder whose paths match; executable or not, and no finer modes. */
    static List<SourceFile> selected(Path folder, Pattern paths) {
        return new FolderFiles(folder, "", false)
                .read().stream()
                        .filter(file -> file.type() == '0' && paths.matcher(file.path()).matches())
                        .map(
                                file ->
                                        new SourceFile(
                                                file.path(),
                                                '0',
                                                (file.mode() & 0111) == 0 ? 0644 : 0755,
                                                file.size(),
                                                "",
                                                file.content()))
                        .toList();
    }

    private List<SourceFile> read() {
        try {
            walk(folder.toRealPath(), prefix, 0);
        } catch (IOException failure) {
            throw LocalBlobs.unreadable(folder.toString(), failure);
        }
        files.sort(Comparator.comparing(SourceFile::path));
        return hardLinksLast(files);
    }

    private void walk(Path at, String path, int depth) throws IOException {
        if (depth > DEPTH) {
            throw refused(at, "it lies more than " + DEPTH + " folders deep");
        }
        List<Path> children = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(at)) {
            all.forEach(children::add);
        }
        for (Path child : children) {
            String name = text(child, child.getFileName());
            if (name.startsWith(".wh.")) {
                throw refused(child, "names that begin with .wh. delete files of lower layers");
            }
            add(child, path + name, depth);
            if (files.size() > FILES) {
                throw refused(folder, "it holds more than " + FILES + " files");
            }
        }
    }

    private void add(Path child, String path, int depth) throws IOException {
        Map<String, Object> facts =
                Files.readAttributes(
                        child, "unix:mode,size,ino,dev,nlink", LinkOption.NOFOLLOW_LINKS);
        int mode = ((Number) facts.getOrDefault("mode", 0)).intValue();
        long size = ((Number) facts.getOrDefault("size", 0L)).longValue();
        // All becomes root's: what ran as somebody else's set-user-id would run as root's.
        int bits = mode & 07777 & ~SET_ID;
        switch (mode & 0170000) {
            case 0040000 -> {
                files.add(new SourceFile(path, '5', bits, 0, "", InputStream::nullInputStream));
                if (!(root && depth == 0 && MOUNTED.contains(path))) {
                    walk(child, path + "/", depth + 1);
                }
            }
            case 0120000 ->
                    files.add(
                            new SourceFile(
                                    path,
                                    '2',
                                    0777,
                                    0,
                                    target(child, depth),
                                    InputStream::nullInputStream));
            case 0100000 -> {
                boolean several = root && ((Number) facts.getOrDefault("nlink", 1)).intValue() > 1;
                String first =
                        several
                                ? linked.putIfAbsent(
                                        facts.get("dev") + ":" + facts.get("ino"), path)
                                : null;
                files.add(
                        new SourceFile(
                                path,
                                first == null ? '0' : '1',
                                bits,
                                first == null ? size : 0,
                                first == null ? "" : first,
                                () ->
                                        Files.newInputStream(
                                                child,
                                                StandardOpenOption.READ,
                                                LinkOption.NOFOLLOW_LINKS)));
            }
            default -> throw refused(child, "it is a device, a pipe or a socket");
        }
    }

    /**
     * Where a link points. Within a root that is the image's; from another folder none leads out.
     */
    private String target(Path link, int depth) throws IOException {
        Path target = Files.readSymbolicLink(link);
        if (!root) {
            int level = depth;
            boolean out = target.isAbsolute();
            for (Path step : target) {
                level += step.toString().equals("..") ? -1 : 1;
                out |= level < 0;
            }
            if (out) {
                throw new ImageException(
                        Names.shown(link.toString()),
                        "it is a link out of the folder (to "
                                + Names.shown(target.toString())
                                + "), where the image has something else, or nothing",
                        "make a runtime with jlink, or copy the folder with cp -rL");
            }
        }
        return text(link, target);
    }

    private static String text(Path place, Path name) {
        return FileNames.text(name)
                .orElseThrow(() -> refused(place, "its name, or where it points to, is not UTF-8"));
    }

    /** A hard link must follow what it is linked to, wherever the alphabet puts it. */
    private static List<SourceFile> hardLinksLast(List<SourceFile> sorted) {
        List<SourceFile> ordered = new ArrayList<>(sorted.size());
        sorted.stream().filter(file -> file.type() != '1').forEach(ordered::add);
        sorted.stream().filter(file -> file.type() == '1').forEach(ordered::add);
        return ordered;
    }

    private static ImageException refused(Path place, String why) {
        return new ImageException(
                Names.shown(place.toString()),
                why + ", so it cannot go into an image",
                "take it out of the folder");
    }
}
