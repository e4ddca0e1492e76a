package dev.tagwerk.jinja;

import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.TextStyle;
import java.util.Locale;

/** Dates as C's {@code strftime} writes them in the C locale. */
final class Dates {
    private Dates() {}

    static String format(String format, LocalDateTime time) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < format.length(); i++) {
            char c = format.charAt(i);
            if (c != '%' || i + 1 == format.length()) {
                out.append(c);
                continue;
            }
            char directive = format.charAt(++i);
            boolean bare = directive == '-' && i + 1 < format.length();
            if (bare) {
                directive = format.charAt(++i);
            }
            String value = directive(directive, time);
            out.append(bare ? withoutZeros(value) : value);
        }
        return out.toString();
    }

    private static String withoutZeros(String number) {
        int at = 0;
        while (at < number.length() - 1 && number.charAt(at) == '0') {
            at++;
        }
        return number.substring(at);
    }

    private static String directive(char directive, LocalDateTime time) {
        return switch (directive) {
            case 'a' -> time.getDayOfWeek().getDisplayName(TextStyle.SHORT, Locale.ENGLISH);
            case 'A' -> time.getDayOfWeek().getDisplayName(TextStyle.FULL, Locale.ENGLISH);
            case 'b', 'h' -> time.getMonth().getDisplayName(TextStyle.SHORT, Locale.ENGLISH);
            case 'B' -> time.getMonth().getDisplayName(TextStyle.FULL, Locale.ENGLISH);
            case 'd' -> pattern("dd", time);
            case 'e' -> String.format("%2d", time.getDayOfMonth());
            case 'm' -> pattern("MM", time);
            case 'y' -> pattern("yy", time);
            case 'Y' -> Integer.toString(time.getYear());
            case 'H' -> pattern("HH", time);
            case 'I' -> pattern("hh", time);
            case 'M' -> pattern("mm", time);
            case 'S' -> pattern("ss", time);
            case 'f' -> pattern("SSSSSS", time);
            case 'p' -> time.getHour() < 12 ? "AM" : "PM";
            case 'j' -> pattern("DDD", time);
            case 'u' -> Integer.toString(time.getDayOfWeek().getValue());
            case 'w' -> Integer.toString(time.getDayOfWeek().getValue() % 7);
            case 'F' -> pattern("yyyy-MM-dd", time);
            case 'T' -> pattern("HH:mm:ss", time);
            case 'R' -> pattern("HH:mm", time);
            case 'D' -> pattern("MM/dd/yy", time);
            // the time that templates are given has no zone
            case 'z', 'Z' -> "";
            case 'n' -> "\n";
            case 't' -> "\t";
            case '%' -> "%";
            default ->
                    throw new Fault(
                            "the directive `%"
                                    + Shown.cut(Character.toString(directive))
                                    + "` of strftime_now is not known to this version");
        };
    }

    private static String pattern(String pattern, LocalDateTime time) {
        return time.format(DateTimeFormatter.ofPattern(pattern, Locale.ENGLISH));
    }
}
