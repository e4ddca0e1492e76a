package dev.tagwerk.modelfiles;

import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Which modules a LoRA adapter is for: PEFT's {@code target_modules}. */
public sealed interface AdapterTargets {
    /**
     * Whether a module is meant.
     *
     * @param module its path in the model, such as {@code model.layers.0.self_attn.q_proj}
     */
    boolean matches(String module);

    /**
     * A list of names: a module is meant when its path is one, or ends with one after a dot.
     *
     * @param names sorted, each once
     */
    record Names(List<String> names) implements AdapterTargets {
        public Names {
            if (names.isEmpty() || names.stream().anyMatch(String::isBlank)) {
                throw new ModelFilesException("names of target modules must not be empty");
            }
            // PEFT keeps a set, in an order of chance; here equal sets are equal files.
            names = List.copyOf(new TreeSet<>(names));
        }

        @Override
        public boolean matches(String module) {
            return names.stream()
                    .anyMatch(name -> module.equals(name) || module.endsWith("." + name));
        }
    }

    /**
     * A regular expression that the whole path must match.
     *
     * @param pattern the expression
     */
    record Regex(String pattern) implements AdapterTargets {
        private static final int MAX_LENGTH = 1000;

        public Regex {
            if (pattern.isEmpty() || pattern.length() > MAX_LENGTH) {
                throw new ModelFilesException(
                        "pattern of target modules must have 1 to %d characters, but has %d"
                                .formatted(MAX_LENGTH, pattern.length()));
            }
            try {
                Pattern.compile(pattern);
            } catch (PatternSyntaxException e) {
                throw new ModelFilesException(
                        "pattern of target modules is no regular expression: " + e.getDescription(),
                        e);
            }
        }

        @Override
        public boolean matches(String module) {
            return Pattern.matches(pattern, module);
        }
    }

    /** Every linear module except the output matrix. */
    record AllLinear() implements AdapterTargets {
        @Override
        public boolean matches(String module) {
            return !module.equals("lm_head") && !module.endsWith(".lm_head");
        }
    }
}
