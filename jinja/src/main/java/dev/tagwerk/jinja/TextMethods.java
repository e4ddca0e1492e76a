package dev.tagwerk.jinja;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.IntPredicate;

/** What can be called on text: Python's {@code str} methods. */
final class TextMethods {
    private static final Set<String> UNKNOWN_HERE =
            Set.of(
                    "casefold",
                    "center",
                    "encode",
                    "expandtabs",
                    "format",
                    "format_map",
                    "isalnum",
                    "isascii",
                    "isdecimal",
                    "isidentifier",
                    "islower",
                    "isnumeric",
                    "isprintable",
                    "istitle",
                    "isupper",
                    "ljust",
                    "maketrans",
                    "partition",
                    "rindex",
                    "rjust",
                    "rpartition",
                    "swapcase",
                    "translate",
                    "zfill");

    private TextMethods() {}

    static Value of(Value.Text text, String name) {
        String value = text.value();
        Value.Callable.Body body =
                switch (name) {
                    case "strip" -> (work, given) -> strip(work, value, given, true, true);
                    case "lstrip" -> (work, given) -> strip(work, value, given, true, false);
                    case "rstrip" -> (work, given) -> strip(work, value, given, false, true);
                    case "split" -> (work, given) -> Splitting.split(work, value, given);
                    case "rsplit" -> (work, given) -> Splitting.splitFromEnd(work, value, given);
                    case "splitlines" -> (work, given) -> Splitting.lines(work, value, given);
                    case "startswith" ->
                            (work, given) -> affix(work, given, "prefix", value::startsWith);
                    case "endswith" ->
                            (work, given) -> affix(work, given, "suffix", value::endsWith);
                    case "upper" -> plain(value, one -> one.toUpperCase(Locale.ROOT));
                    case "lower" -> plain(value, one -> one.toLowerCase(Locale.ROOT));
                    case "capitalize" -> plain(value, PythonText::capitalize);
                    case "title" -> plain(value, PythonText::title);
                    case "replace" ->
                            (work, given) -> {
                                given.allow("old", "new", "count");
                                return Splitting.replace(
                                        work,
                                        value,
                                        given.text(0, "old"),
                                        given.text(1, "new"),
                                        given.whole(2, "count", -1));
                            };
                    case "removeprefix" ->
                            (work, given) -> {
                                String prefix = given.allow("prefix").text(0, "prefix");
                                return work.text(
                                        value.startsWith(prefix)
                                                ? value.substring(prefix.length())
                                                : value);
                            };
                    case "removesuffix" ->
                            (work, given) -> {
                                String suffix = given.allow("suffix").text(0, "suffix");
                                return work.text(
                                        value.endsWith(suffix)
                                                ? value.substring(
                                                        0, value.length() - suffix.length())
                                                : value);
                            };
                    case "find" -> (work, given) -> place(work, value, given, false);
                    case "rfind" -> (work, given) -> place(work, value, given, true);
                    case "index" ->
                            (work, given) -> {
                                Value.Whole found = place(work, value, given, false);
                                if (found.value() < 0) {
                                    throw new Fault("the text to find is not there");
                                }
                                return found;
                            };
                    case "count" -> (work, given) -> Splitting.count(work, value, given);
                    case "join" -> (work, given) -> join(work, value, given);
                    case "isdigit" -> all(value, Character::isDigit);
                    case "isalpha" -> all(value, Character::isLetter);
                    case "isspace" -> all(value, PythonText::isSpace);
                    default -> null;
                };
        if (body != null) {
            return new Value.Callable(name, body);
        }
        if (UNKNOWN_HERE.contains(name)) {
            throw new Fault("the method `" + name + "` of text is not known to this version");
        }
        return new Value.Undefined(name);
    }

    private interface Change {
        String of(String text);
    }

    private static Value.Callable.Body plain(String value, Change change) {
        return (work, given) -> {
            given.allow();
            work.fits(value.length());
            return work.text(change.of(value));
        };
    }

    private static Value.Callable.Body all(String value, IntPredicate kind) {
        return (work, given) -> {
            given.allow();
            work.spendCharacters(value.length());
            return Value.Flag.of(!value.isEmpty() && value.codePoints().allMatch(kind));
        };
    }

    /** Also the filter {@code trim}. */
    static Value strip(Work work, String value, Arguments given, boolean left, boolean right) {
        given.allow("chars");
        Value set = given.get(0, "chars").orElse(Value.None.NONE);
        work.fits(value.length());
        return switch (set) {
            case Value.None none -> new Value.Text(PythonText.strip(value, left, right));
            case Value.Text characters -> {
                work.spend(characters.value().length());
                yield new Value.Text(PythonText.strip(value, characters.value(), left, right));
            }
            default -> throw new Fault("`chars` must be text, not " + set.type());
        };
    }

    private interface Affix {
        boolean is(String part);
    }

    private static Value affix(Work work, Arguments given, String name, Affix affix) {
        Value part = given.allow(name).required(0, name);
        List<Value> parts =
                part instanceof Value.Sequence several && several.tuple()
                        ? several.items()
                        : List.of(part);
        boolean found = false;
        for (Value one : parts) {
            if (!(one instanceof Value.Text text)) {
                throw new Fault("`" + name + "` must be text, not " + one.type());
            }
            work.spendCharacters(text.value().length());
            found |= affix.is(text.value());
        }
        return Value.Flag.of(found);
    }

    private static Value.Whole place(Work work, String value, Arguments given, boolean last) {
        String part = given.allow("sub").text(0, "sub");
        work.spendCharacters(value.length() + (long) part.length());
        int index = last ? value.lastIndexOf(part) : value.indexOf(part);
        return new Value.Whole(index < 0 ? -1 : value.codePointCount(0, index));
    }

    private static Value join(Work work, String separator, Arguments given) {
        List<Value> items = Iterating.items(work, given.allow("iterable").required(0, "iterable"));
        StringBuilder joined = new StringBuilder();
        for (Value item : items) {
            if (!(item instanceof Value.Text text)) {
                throw new Fault("`join` joins texts only, not a " + item.type());
            }
            work.fits((long) joined.length() + separator.length() + text.value().length());
            joined.append(joined.isEmpty() && item == items.getFirst() ? "" : separator);
            joined.append(text.value());
        }
        return new Value.Text(joined.toString());
    }
}
