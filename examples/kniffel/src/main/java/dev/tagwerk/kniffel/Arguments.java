package dev.tagwerk.kniffel;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Options of a command line: pairs of {@code --name value}. */
record Arguments(Map<String, String> values) {
    Arguments {
        values = Map.copyOf(values);
    }

    static Arguments parse(List<String> arguments, List<String> names) {
        Map<String, String> values = new LinkedHashMap<>();
        for (int at = 0; at < arguments.size(); at += 2) {
            String name = arguments.get(at);
            if (!names.contains(name)) {
                throw new KniffelException("unknown option " + name);
            }
            if (at + 1 == arguments.size()) {
                throw new KniffelException(name + " needs a value");
            }
            if (values.put(name, arguments.get(at + 1)) != null) {
                throw new KniffelException(name + " is given twice");
            }
        }
        return new Arguments(values);
    }

    Optional<String> text(String name) {
        return Optional.ofNullable(values.get(name));
    }

    int positive(String name, int otherwise) {
        long number = whole(name, otherwise);
        if (number < 1 || number > 10_000_000) {
            throw new KniffelException(name + " must be 1 to 10000000, not " + number);
        }
        return (int) number;
    }

    long whole(String name, long otherwise) {
        String value = values.get(name);
        if (value == null) {
            return otherwise;
        }
        try {
            return Long.parseLong(value);
        } catch (NumberFormatException wrong) {
            throw new KniffelException(name + " must be a whole number, not " + value, wrong);
        }
    }
}
