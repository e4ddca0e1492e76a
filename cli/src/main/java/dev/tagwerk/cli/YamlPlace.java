package dev.tagwerk.cli;

import java.util.List;

/**
 * Where a key stands in a job file that was found valid; the first line when it does not stand
 * there.
 */
record YamlPlace(int line, int column) {
    private static final YamlPlace START = new YamlPlace(1, 1);

    /**
     * The place of a path such as {@code data.train}: each key below and deeper than the one
     * before.
     */
    static YamlPlace of(String text, String path) {
        List<String> lines = text.lines().toList();
        int from = 0;
        int indent = -1;
        YamlPlace place = START;
        for (String key : path.split("\\.", -1)) {
            int found = -1;
            for (int i = from; i < lines.size() && found < 0; i++) {
                String line = lines.get(i);
                String content = line.stripLeading();
                int depth = line.length() - content.length();
                if (depth > indent
                        && (content.startsWith(key + ":")
                                || content.startsWith("\"" + key + "\":"))) {
                    found = i;
                    place = new YamlPlace(i + 1, depth + 1);
                    indent = depth;
                }
            }
            if (found < 0) {
                return place;
            }
            from = found + 1;
        }
        return place;
    }
}
