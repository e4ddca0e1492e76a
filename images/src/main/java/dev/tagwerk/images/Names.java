package dev.tagwerk.images;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Names of strangers: made safe to look up and to print. */
final class Names {
    /** No path that Linux can name in one call is longer. */
    static final int PATH_MAX = 4096;

    private static final int DEPTH = 512;

    private Names() {}

    /**
     * The components of a path inside an image, relative to its root. Empty when the name leads out
     * of the root or cannot be a file's name: whoever unpacks the image refuses it, too.
     */
    static Optional<List<String>> components(String name) {
        if (name.length() > PATH_MAX || name.indexOf('\0') >= 0) {
            return Optional.empty();
        }
        List<String> components = new ArrayList<>();
        int start = 0;
        while (start <= name.length()) {
            int slash = name.indexOf('/', start);
            int end = slash < 0 ? name.length() : slash;
            String component = name.substring(start, end);
            start = end + 1;
            if (component.isEmpty() || component.equals(".")) {
                continue;
            }
            if (component.equals("..") || components.size() == DEPTH) {
                return Optional.empty();
            }
            components.add(component);
        }
        return Optional.of(components);
    }

    /** A foreign text for a message: one line, no control characters, not endless. */
    static String shown(String text) {
        StringBuilder shown = new StringBuilder();
        for (int i = 0; i < text.length() && i < 200; i++) {
            char one = text.charAt(i);
            shown.append(Character.isISOControl(one) || Character.isSurrogate(one) ? '?' : one);
        }
        return text.length() > 200 ? shown + "..." : shown.toString();
    }
}
