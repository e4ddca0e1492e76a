package dev.tagwerk.modelfiles;

import java.util.List;
import java.util.TreeSet;
import java.util.function.Predicate;

/** Which modules are meant: PEFT's {@code target_modules} and {@code exclude_modules}. */
public sealed interface AdapterTargets {
    /**
     * Whether a module is meant.
     *
     * @param module its path in the model, such as {@code model.layers.0.self_attn.q_proj}
     */
    default boolean matches(String module) {
        return matcher().test(module);
    }

    /** The same for many modules; not thread-safe. */
    Predicate<String> matcher();

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
        public Predicate<String> matcher() {
            return module ->
                    names.stream()
                            .anyMatch(name -> module.equals(name) || module.endsWith("." + name));
        }
    }

    /**
     * A regular expression of Python that the whole path must match.
     *
     * @param pattern the expression
     */
    record Regex(String pattern) implements AdapterTargets {
        public Regex {
            if (pattern.isEmpty()) {
                throw new ModelFilesException("pattern of target modules must not be empty");
            }
            PythonPattern.of(pattern);
        }

        @Override
        public Predicate<String> matcher() {
            return PythonPattern.of(pattern)::fullMatch;
        }
    }

    /** Every linear module except the output matrix. */
    record AllLinear() implements AdapterTargets {
        @Override
        public Predicate<String> matcher() {
            return module ->
                    !module.equals("lm_head")
                            && !module.endsWith(".lm_head")
                            && !module.equals("embed_tokens")
                            && !module.endsWith(".embed_tokens");
        }
    }
}
