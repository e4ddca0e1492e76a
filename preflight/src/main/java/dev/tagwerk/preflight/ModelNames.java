package dev.tagwerk.preflight;

import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a model's name says of its size, which most names do. */
final class ModelNames {
    private static final int LONGEST = 200;
    private static final Pattern BILLIONS =
            Pattern.compile("(?i).*?(?<![A-Za-z0-9.])(\\d{1,3}(?:\\.\\d{1,2})?)B(?![A-Za-z0-9]).*");

    /** Names of models that take less than two bytes for each weight. */
    private static final Pattern QUANTIZED =
            Pattern.compile(
                    "(?i).*(awq|gptq|4bit|8bit|int4|int8|w4a|w8a|bnb|gguf|fp8|fp4|gpt-oss|hqq|aqlm"
                            + "|1\\.58|deepseek-(?:v3|r1)\\b(?!-distill)|kimi).*");

    private ModelNames() {}

    /** How many billions of weights it has; empty where the name does not say. */
    static OptionalDouble billions(String name) {
        Matcher size = BILLIONS.matcher(name.length() > LONGEST ? "" : name);
        return size.matches()
                ? OptionalDouble.of(Double.parseDouble(size.group(1)))
                : OptionalDouble.empty();
    }

    static boolean isQuantized(String name) {
        return name.length() <= LONGEST && QUANTIZED.matcher(name).matches();
    }
}
