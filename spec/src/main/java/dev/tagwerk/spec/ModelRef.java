package dev.tagwerk.spec;

import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/** Where a base model lies. */
public sealed interface ModelRef {

    /** What a user writes to mean this model. */
    String text();

    /** A folder that holds {@code config.json}, the weights and the tokenizer. */
    record Folder(Path path) implements ModelRef {
        @Override
        public String text() {
            return path.toString();
        }
    }

    /**
     * A repository of the Hugging Face hub, found in the local hub cache.
     *
     * @param repository {@code organisation/name}
     * @param revision a branch, tag or commit; empty means the cached {@code main}
     */
    record Hub(String repository, Optional<String> revision) implements ModelRef {
        private static final Pattern REPOSITORY =
                Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*/[A-Za-z0-9][A-Za-z0-9._-]*");
        private static final Pattern REVISION = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._/-]*");

        public Hub {
            if (!REPOSITORY.matcher(repository).matches()) {
                throw new SpecException(
                        "model: '" + repository + "' is not of the form organisation/name");
            }
            if (revision.isPresent() && !REVISION.matcher(revision.get()).matches()) {
                throw new SpecException(
                        "model: '" + revision.get() + "' is not a branch, tag or commit");
            }
        }

        @Override
        public String text() {
            return repository + revision.map(name -> "@" + name).orElse("");
        }

        /**
         * Whether a text has the form {@code organisation/name} or {@code
         * organisation/name@revision}.
         */
        static boolean matches(String text) {
            int at = text.indexOf('@');
            String repository = at < 0 ? text : text.substring(0, at);
            return REPOSITORY.matcher(repository).matches()
                    && (at < 0 || REVISION.matcher(text.substring(at + 1)).matches());
        }

        /** Reads a text that {@link #matches}. */
        static Hub parse(String text) {
            int at = text.indexOf('@');
            return at < 0
                    ? new Hub(text, Optional.empty())
                    : new Hub(text.substring(0, at), Optional.of(text.substring(at + 1)));
        }
    }
}
