package dev.tagwerk.images;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * The records of a pax header: {@code LENGTH KEY=VALUE\n}, as POSIX.1-2017 (pax) describes them.
 */
final class PaxRecords {
    private PaxRecords() {}

    static Map<String, String> parse(byte[] bytes, Function<String, ImageException> broken) {
        Map<String, String> records = new HashMap<>();
        int at = 0;
        while (at < bytes.length && bytes[at] != 0) {
            int digits = at;
            int length = 0;
            while (digits < bytes.length && bytes[digits] >= '0' && bytes[digits] <= '9') {
                length = length * 10 + bytes[digits] - '0';
                digits++;
                if (length > bytes.length) {
                    throw broken.apply("a pax record longer than its header");
                }
            }
            int end = at + length;
            // The length counts itself, the blank, at least "k=" and the line's end.
            if (end > bytes.length
                    || end < digits + 4
                    || bytes[digits] != ' '
                    || bytes[end - 1] != '\n') {
                throw broken.apply("a pax record that is none");
            }
            int equals = digits + 1;
            while (equals < end && bytes[equals] != '=') {
                equals++;
            }
            if (equals == end) {
                throw broken.apply("a pax record without `=`");
            }
            String key = new String(bytes, digits + 1, equals - digits - 1, StandardCharsets.UTF_8);
            String value = new String(bytes, equals + 1, end - equals - 2, StandardCharsets.UTF_8);
            if (value.isEmpty()) {
                records.remove(key); // an empty value takes a record back
            } else {
                records.put(key, value);
            }
            at = end;
        }
        return records;
    }

    /** A whole number that is not negative. */
    static long decimal(String text, Function<String, ImageException> broken) {
        if (text.isEmpty() || text.length() > 18) {
            throw broken.apply("a pax number out of range");
        }
        long value = 0;
        for (int i = 0; i < text.length(); i++) {
            char digit = text.charAt(i);
            if (digit < '0' || digit > '9') {
                throw broken.apply("a pax number that is none");
            }
            value = value * 10 + digit - '0';
        }
        return value;
    }
}
