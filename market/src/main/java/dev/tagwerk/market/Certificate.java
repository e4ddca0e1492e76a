package dev.tagwerk.market;

import java.util.List;

/**
 * A certificate that a provider says it has.
 *
 * @param name "iso-27001", "hds"
 */
public record Certificate(String provider, String name, String what, Provenance provenance) {
    private static final List<Certificate> ALL =
            Table.read("certificates.tsv").map(Certificate::of);

    private static Certificate of(Row row) {
        return new Certificate(
                row.text("provider"), row.text("certificate"), row.text("what"), row.provenance());
    }

    public static List<Certificate> all() {
        return ALL;
    }

    /** "HDS", "ISO 27001", "iso27001" are spellings of these. */
    boolean isNamed(String text) {
        String key = Names.key(text);
        return Names.key(name).equals(key) || Names.key(name).equals("iso" + key);
    }
}
