package dev.tagwerk.preflight;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;

/**
 * Names findings so that the same one is known again after lines were moved: by rule, file, the
 * text of the line without its blanks, and which of several alike it is.
 */
final class Fingerprints {
    private final Map<String, Integer> seen = new HashMap<>();

    /** The next finding's; findings come in the order of the report. */
    String next(Finding finding) {
        String line = finding.source().line(finding.place().line());
        String what =
                finding.rule().id()
                        + "\n"
                        + finding.source().name().replace('\\', '/').replaceFirst("^(\\./)+", "")
                        + "\n"
                        + line.strip().replaceAll("\\s+", " ");
        int occurrence = seen.merge(what, 1, Integer::sum);
        return sha256(what + "\n" + occurrence).substring(0, 32);
    }

    private static String sha256(String text) {
        try {
            return HexFormat.of()
                    .formatHex(
                            MessageDigest.getInstance("SHA-256")
                                    .digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException impossible) {
            throw new PreflightException("every Java has SHA-256: " + impossible.getMessage());
        }
    }
}
