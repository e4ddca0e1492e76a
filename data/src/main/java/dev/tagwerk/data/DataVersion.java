package dev.tagwerk.data;

import dev.tagwerk.spec.Columns;
import dev.tagwerk.spec.DataFormat;
import dev.tagwerk.spec.DataRef;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * One push of a data set.
 *
 * @param name what the data set is called
 * @param sha256 of its bytes, in lower-case hex
 * @param bytes how many
 * @param at when
 * @param source the name of the file it came from
 * @param format the shape of its rows, where it was told, or they tell it by themselves
 * @param rows usable rows; 0 where the shape is not known
 * @param enrichedFrom the digest of what it was made from
 * @param by the command or script that made it
 * @param readAs the shape that the push told; {@code AUTO} where it told none
 * @param columns which columns play which part, as the push told
 */
public record DataVersion(
        String name,
        String sha256,
        long bytes,
        Instant at,
        String source,
        Optional<String> format,
        long rows,
        Optional<String> enrichedFrom,
        Optional<String> by,
        DataFormat readAs,
        Columns columns) {
    public DataVersion {
        Objects.requireNonNull(at, "at");
        if (!DataRef.DIGEST.matcher(sha256).matches()) {
            throw new DataException("sha256: " + Words.quoted(sha256) + " is no digest");
        }
        if (bytes < 0 || rows < 0) {
            throw new DataException("bytes and rows must not be negative");
        }
    }

    /** How a job names exactly these bytes. */
    public String reference() {
        return "dataset:" + name + "@sha256:" + sha256;
    }

    /** Whether this push says nothing that the other has not said. */
    boolean repeats(DataVersion other) {
        return name.equals(other.name)
                && sha256.equals(other.sha256)
                && enrichedFrom.equals(other.enrichedFrom)
                && by.equals(other.by)
                && readAs == other.readAs
                && columns.equals(other.columns);
    }
}
