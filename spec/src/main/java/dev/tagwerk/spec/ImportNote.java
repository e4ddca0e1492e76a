package dev.tagwerk.spec;

/**
 * Something that a user should know about an imported configuration.
 *
 * @param kind what kind of thing
 * @param key the other tool's key, with the keys above it
 * @param line where it stands, from 1; 0 when it does not stand in the file
 * @param why what there is to know
 * @param remedy what to do; may be empty
 */
public record ImportNote(Kind kind, String key, int line, String why, String remedy) {
    /** Kinds of notes, the weightiest first. */
    public enum Kind {
        /** The job does without it, or does something else. */
        LOST("did not carry over"),
        /** Two versions of YAML read it differently. */
        READING("reads differently in YAML 1.1 and 1.2"),
        /** It means a little more or less here. */
        CHANGED("means something slightly different here"),
        /** The other tool's default, which is not ours, was written into the job. */
        ASSUMED("not in the file: the other tool's default was written");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        /** As a heading. */
        public String words() {
            return words;
        }
    }

    @Override
    public String toString() {
        return (line > 0 ? "line " + line + ": " : "")
                + key
                + ": "
                + why
                + (remedy.isEmpty() ? "" : " (" + remedy + ")");
    }
}
