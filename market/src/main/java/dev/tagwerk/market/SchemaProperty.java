package dev.tagwerk.market;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A property of a {@link SchemaType}.
 *
 * @param values the only values allowed; empty when there is no such list. For lists and maps: of
 *     each element
 * @param exactCase whether small and capital letters count in these
 * @param minimum of a number; of a string, its length. For lists and maps: of each element
 * @param maximum likewise
 * @param pattern that a string must hold somewhere ({@link java.util.regex.Matcher#find})
 * @param byDefault what holds when it is absent
 * @param since the version of the service that has it, where not all have: a preview
 * @param note what to know about it, or what to write instead
 */
public record SchemaProperty(
        String name,
        ValueType type,
        boolean required,
        Access access,
        List<String> values,
        boolean exactCase,
        Optional<BigDecimal> minimum,
        Optional<BigDecimal> maximum,
        Optional<Pattern> pattern,
        Optional<String> byDefault,
        Optional<String> since,
        Optional<String> note) {
    public SchemaProperty {
        values = List.copyOf(values);
    }

    /** Whether the list of values, where there is one, has this one. */
    public boolean allows(String value) {
        return values.isEmpty()
                || values.stream()
                        .anyMatch(
                                one ->
                                        exactCase
                                                ? one.equals(value)
                                                : Names.key(one).equals(Names.key(value)));
    }

    /** The allowed value that is nearest to this one, to offer instead. */
    public Optional<String> nearestValue(String value) {
        return Names.nearest(value, values);
    }
}
