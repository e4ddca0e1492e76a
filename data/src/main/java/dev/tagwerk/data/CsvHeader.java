package dev.tagwerk.data;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The first record of a CSV file: the names of its columns, and the character between them.
 *
 * @param names in order, as written, without the quotes
 * @param delimiter comma, semicolon, tab or bar: the one that cuts the header into most names
 */
record CsvHeader(List<String> names, char delimiter) {
    private static final String DELIMITERS = ",;\t|";
    private static final Pattern NAME = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_ .:/-]{0,99}");
    static final int MOST = 10_000;

    CsvHeader {
        names = List.copyOf(names);
    }

    /**
     * Reads a header.
     *
     * @param line the record without its line end
     */
    static CsvHeader of(String line) {
        CsvHeader best = new CsvHeader(split(line, ','), ',');
        for (char delimiter : DELIMITERS.toCharArray()) {
            List<String> names = split(line, delimiter);
            if (names.size() > best.names().size()) {
                best = new CsvHeader(names, delimiter);
            }
        }
        return best;
    }

    /**
     * Whether a line is a header rather than prose: names only, of which one is known, or as many
     * as the next line has cells.
     */
    static boolean looksLikeOne(String line, String next, Set<String> columns) {
        CsvHeader header = of(line);
        List<String> names = header.names();
        if (!names.stream().allMatch(name -> name.isEmpty() || NAME.matcher(name).matches())) {
            return false;
        }
        boolean known =
                names.stream()
                        .anyMatch(name -> columns.contains(name) || Formats.KEYS.contains(name));
        return known
                || (names.size() > 1 && split(next, header.delimiter()).size() == names.size());
    }

    private static List<String> split(String line, char delimiter) {
        List<String> names = new ArrayList<>();
        StringBuilder name = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < line.length() && names.size() < MOST; i++) {
            char c = line.charAt(i);
            if (c == '"') {
                boolean doubled = quoted && i + 1 < line.length() && line.charAt(i + 1) == '"';
                if (doubled) {
                    name.append('"');
                    i++;
                } else {
                    quoted = !quoted;
                }
            } else if (c == delimiter && !quoted) {
                names.add(name.toString());
                name.setLength(0);
            } else {
                name.append(c);
            }
        }
        if (names.size() < MOST) {
            names.add(name.toString());
        }
        return names;
    }
}
