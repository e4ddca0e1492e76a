package dev.tagwerk.preflight;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Cron expressions of five fields: minute, hour, day of the month, month, day of the week. */
final class Cron {
    private record Bounds(String what, int least, int most, List<String> names) {}

    private static final List<Bounds> FIELDS =
            List.of(
                    new Bounds("minute", 0, 59, List.of()),
                    new Bounds("hour", 0, 23, List.of()),
                    new Bounds("day of the month", 1, 31, List.of()),
                    new Bounds(
                            "month",
                            1,
                            12,
                            List.of(
                                    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep",
                                    "oct", "nov", "dec")),
                    new Bounds(
                            "day of the week",
                            0,
                            7,
                            List.of("sun", "mon", "tue", "wed", "thu", "fri", "sat")));

    private static final Pattern PART =
            Pattern.compile(
                    "(\\*|\\?|[0-9]{1,4}|[a-z]{3})(?:-([0-9]{1,4}|[a-z]{3}))?(?:/([0-9]{1,4}))?");

    private Cron() {}

    /** What is wrong with an expression; empty when it is sound. */
    static Optional<String> fault(String expression) {
        String[] fields = expression.strip().split("\\s+");
        if (fields.length != FIELDS.size()) {
            return Optional.of(
                    "has "
                            + fields.length
                            + (fields.length == 1 ? " field" : " fields")
                            + " where five are wanted");
        }
        for (int index = 0; index < fields.length; index++) {
            Bounds bounds = FIELDS.get(index);
            for (String part : fields[index].toLowerCase(Locale.ROOT).split(",", -1)) {
                if (!isSound(part, bounds)) {
                    return Optional.of(
                            "has '"
                                    + fields[index]
                                    + "' as "
                                    + bounds.what()
                                    + ", which goes from "
                                    + bounds.least()
                                    + " to "
                                    + bounds.most());
                }
            }
        }
        return Optional.empty();
    }

    private static boolean isSound(String part, Bounds bounds) {
        Matcher matcher = PART.matcher(part);
        if (!matcher.matches()) {
            return false;
        }
        String first = matcher.group(1);
        boolean any = first.equals("*") || first.equals("?");
        int from = any ? bounds.least() : number(first, bounds);
        String last = matcher.group(2);
        int to = last == null ? bounds.most() : number(last, bounds);
        String step = matcher.group(3);
        return !(any && last != null)
                && from >= bounds.least()
                && from <= bounds.most()
                && to >= from
                && to <= bounds.most()
                && (step == null || Integer.parseInt(step) > 0);
    }

    private static int number(String text, Bounds bounds) {
        if (Character.isDigit(text.charAt(0))) {
            return Integer.parseInt(text);
        }
        int name = bounds.names().indexOf(text);
        return name < 0 ? -1 : name + bounds.least();
    }

    /** The hour, where an expression names exactly one. */
    static Optional<Integer> hour(String expression) {
        String[] fields = expression.strip().split("\\s+");
        return fields.length == FIELDS.size() && fields[1].matches("[0-9]{1,2}")
                ? Optional.of(Integer.parseInt(fields[1]))
                : Optional.empty();
    }
}
