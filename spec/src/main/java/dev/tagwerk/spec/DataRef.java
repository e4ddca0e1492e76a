package dev.tagwerk.spec;

import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/** Where rows come from. */
public sealed interface DataRef {
    /** A file's whole digest, in lower-case hex. */
    Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");

    /**
     * A file of this machine.
     *
     * @param sha256 the digest that its bytes must have; empty takes them as they are
     */
    record File(Path path, Optional<String> sha256) implements DataRef {
        public File {
            sha256.ifPresent(DataRef::requireDigest);
        }

        /** A file as it is. */
        public File(Path path) {
            this(path, Optional.empty());
        }

        @Override
        public String toString() {
            return path.toString();
        }
    }

    /**
     * A data set that `data push` has kept.
     *
     * @param name what it is called
     * @param sha256 the beginning of the wanted version's digest, 12 digits at least; empty takes
     *     the newest version
     */
    record Stored(String name, Optional<String> sha256) implements DataRef {
        static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");
        static final Pattern START = Pattern.compile("[0-9a-f]{12,64}");

        public Stored {
            if (!NAME.matcher(name).matches()) {
                throw new SpecException(
                        "a data set's name has up to 63 letters, digits, dots, dashes and"
                                + " underscores, unlike \""
                                + Shown.oneLine(name)
                                + "\"");
            }
            sha256.ifPresent(
                    digest -> {
                        if (!START.matcher(digest).matches()) {
                            throw new SpecException(
                                    "a digest has 12 to 64 digits of 0-9 and a-f, unlike \""
                                            + Shown.oneLine(digest)
                                            + "\"");
                        }
                    });
        }

        @Override
        public String toString() {
            return "dataset:" + name + sha256.map(digest -> "@sha256:" + digest).orElse("");
        }
    }

    /** The file that the job's {@code dataset_info} entry names. */
    record Listed() implements DataRef {
        @Override
        public String toString() {
            return "the file that dataset_info names";
        }
    }

    /**
     * The file.
     *
     * @throws SpecException for what must be looked up first: only a resolved job knows the file
     */
    default Path file() {
        return switch (this) {
            case File file -> file.path();
            case Stored stored -> throw unresolved();
            case Listed listed -> throw unresolved();
        };
    }

    private SpecException unresolved() {
        return new SpecException(
                this + " has not been looked up; a job is resolved before it runs");
    }

    private static void requireDigest(String digest) {
        if (!DIGEST.matcher(digest).matches()) {
            throw new SpecException(
                    "a sha256 has 64 digits of 0-9 and a-f, unlike \""
                            + Shown.oneLine(digest)
                            + "\"");
        }
    }
}
