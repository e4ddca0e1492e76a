package dev.tagwerk.formats;

import dev.tagwerk.spec.Core;
import dev.tagwerk.spec.Shown;
import dev.tagwerk.spec.Yaml11;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.Set;

/**
 * A single value, with the text as it was written.
 *
 * @param text without quotes and escapes
 * @param style how it was written
 * @param dialect what an unquoted one means
 */
public record Scalar(
        SourceFile source,
        Span span,
        Span anchor,
        String path,
        String text,
        Style style,
        Dialect dialect)
        implements Node {
    /** How a scalar is written. */
    public enum Style {
        PLAIN,
        QUOTED,
        /** {@code |} or {@code >}. */
        BLOCK
    }

    /** What a scalar is. */
    public enum Kind {
        NOTHING,
        BOOLEAN,
        WHOLE,
        REAL,
        DATE,
        TEXT
    }

    private static final Set<String> YES = Set.of("y", "yes", "true", "on");
    private static final Set<String> NO = Set.of("n", "no", "false", "off");

    /** What the tool that reads this file takes it for. */
    public Kind kind() {
        if (style != Style.PLAIN) {
            return Kind.TEXT;
        }
        return switch (dialect) {
            case PYYAML ->
                    switch (Yaml11.of(text).kind()) {
                        case NOTHING -> Kind.NOTHING;
                        case BOOLEAN -> Kind.BOOLEAN;
                        case WHOLE -> Kind.WHOLE;
                        case REAL -> Kind.REAL;
                        case DATE -> Kind.DATE;
                        case TEXT -> Kind.TEXT;
                    };
            case GO -> yaml11Boolean().isPresent() ? Kind.BOOLEAN : core();
            case YAML_1_2, JSON -> core();
        };
    }

    private Kind core() {
        return switch (Core.of(text)) {
            case NOTHING -> Kind.NOTHING;
            case BOOLEAN -> Kind.BOOLEAN;
            case WHOLE -> Kind.WHOLE;
            case REAL -> Kind.REAL;
            case TEXT -> Kind.TEXT;
        };
    }

    private Optional<Boolean> yaml11Boolean() {
        String lower = text.toLowerCase(java.util.Locale.ROOT);
        if (YES.contains(lower)) {
            return Optional.of(true);
        }
        return NO.contains(lower) ? Optional.of(false) : Optional.empty();
    }

    @Override
    public Optional<Scalar> scalar() {
        return Optional.of(this);
    }

    public boolean isNothing() {
        return kind() == Kind.NOTHING;
    }

    /**
     * Whether something else fills it in before a platform sees it: a template's expression, a
     * variable of a shell or of a pipeline. What it will be cannot be judged.
     */
    public boolean isPlaceholder() {
        return Placeholders.in(text);
    }

    public boolean isQuoted() {
        return style != Style.PLAIN;
    }

    /** The boolean that it is, or that its text means where tools convert texts. */
    public Optional<Boolean> asBoolean() {
        if (kind() == Kind.BOOLEAN || Core.of(text) == Core.BOOLEAN) {
            return yaml11Boolean();
        }
        return Optional.empty();
    }

    /** The number that it is, or that its text means where tools convert texts. */
    public Optional<BigDecimal> asNumber() {
        if (text.length() > 60) {
            return Optional.empty();
        }
        String canonical =
                style == Style.PLAIN && dialect == Dialect.PYYAML
                        ? Yaml11.of(text).canonical()
                        : text.strip();
        try {
            BigDecimal number = new BigDecimal(canonical);
            // beyond this no key has a meaning, and arithmetic would become expensive
            return Math.abs(number.scale()) > 400 ? Optional.empty() : Optional.of(number);
        } catch (NumberFormatException noNumber) {
            return Optional.empty();
        }
    }

    /** The whole number that it is, within an {@code int}'s range. */
    public Optional<Integer> asWhole() {
        try {
            return asNumber().map(BigDecimal::intValueExact);
        } catch (ArithmeticException fraction) {
            return Optional.empty();
        }
    }

    @Override
    public String describe() {
        String oneLine = Shown.oneLine(text);
        String shown = oneLine.length() <= 60 ? oneLine : oneLine.substring(0, 57) + "...";
        return switch (kind()) {
            case NOTHING -> "nothing";
            case BOOLEAN -> shown;
            case WHOLE, REAL -> "the number " + shown;
            case DATE -> "the date " + shown;
            case TEXT -> "the text \"" + shown + "\"";
        };
    }
}
