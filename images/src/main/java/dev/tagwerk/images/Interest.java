package dev.tagwerk.images;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** Of which files more is kept than their name, and what. */
final class Interest {
    private static final int TEXT = 64 << 10;
    private static final int SHEBANG = 256;
    private static final Pattern CUDA_VERSION = Pattern.compile("usr/local/cuda[^/]*/version.json");

    private Interest() {}

    /** How many bytes of a file are wanted; nought for most. */
    static int wanted(String path, int mode, long size) {
        if (size == 0) {
            return 0;
        }
        if (isMetadata(path) || isText(path)) {
            return TEXT;
        }
        return (mode & 0111) == 0 ? 0 : SHEBANG;
    }

    /** What is kept of the wanted bytes. */
    static String kept(String path, byte[] start) {
        if (isMetadata(path)) {
            return metadata(new String(start, StandardCharsets.UTF_8));
        }
        String text = new String(start, StandardCharsets.UTF_8);
        if (isText(path)) {
            return text;
        }
        if (!text.startsWith("#!")) {
            return "";
        }
        int end = text.indexOf('\n');
        return end < 0 ? text : text.substring(0, end);
    }

    static boolean isMetadata(String path) {
        return path.endsWith(".dist-info/METADATA")
                || path.endsWith(".egg-info/PKG-INFO")
                || path.endsWith(".egg-info");
    }

    static boolean isTorchVersion(String path) {
        return path.endsWith("-packages/torch/version.py");
    }

    private static boolean isText(String path) {
        return switch (path) {
            case "etc/passwd", "etc/group", "etc/os-release", "usr/lib/os-release" -> true;
            default -> isTorchVersion(path) || CUDA_VERSION.matcher(path).matches();
        };
    }

    /** Name and version out of the head of a package's core metadata, which is like a mail's. */
    private static String metadata(String text) {
        String name = "";
        String version = "";
        for (String line : (Iterable<String>) text.lines()::iterator) {
            if (line.isEmpty()) {
                break;
            }
            if (line.regionMatches(true, 0, "Name:", 0, 5)) {
                name = line.substring(5).strip();
            } else if (line.regionMatches(true, 0, "Version:", 0, 8)) {
                version = line.substring(8).strip();
            }
        }
        return name.isEmpty() ? "" : name + "\n" + version;
    }
}
