package dev.tagwerk.images;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The digest of a blob, as registries write it.
 *
 * @param algorithm {@code sha256} or {@code sha512}, those that the OCI specification registers
 * @param hex lower-case digits
 */
public record Digest(String algorithm, String hex) implements Comparable<Digest> {
    private static final Pattern FORM =
            Pattern.compile("(?:sha256:[0-9a-f]{64})|(?:sha512:[0-9a-f]{128})");

    public Digest {
        if (!FORM.matcher(algorithm + ":" + hex).matches()) {
            throw new IllegalArgumentException("digest: not sha256 or sha512 in hexadecimal");
        }
    }

    /** Reads {@code sha256:...}; empty when the text is no such digest. */
    public static Optional<Digest> parse(String text) {
        if (!FORM.matcher(text).matches()) {
            return Optional.empty();
        }
        int colon = text.indexOf(':');
        return Optional.of(new Digest(text.substring(0, colon), text.substring(colon + 1)));
    }

    static Digest sha256(byte[] content) {
        return new Digest("sha256", HexFormat.of().formatHex(sha("sha256").digest(content)));
    }

    /** A fresh computation of the kind that images of ours are named by. */
    static MessageDigest sha256() {
        return sha("sha256");
    }

    /** A fresh computation of this digest's kind. */
    MessageDigest computation() {
        return sha(algorithm);
    }

    boolean equalsBytes(byte[] computed) {
        return HexFormat.of().formatHex(computed).equals(hex);
    }

    /** Whether these bytes are what the digest names. */
    boolean names(byte[] content) {
        return equalsBytes(computation().digest(content));
    }

    private static MessageDigest sha(String algorithm) {
        try {
            return MessageDigest.getInstance(algorithm.equals("sha256") ? "SHA-256" : "SHA-512");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-2", impossible);
        }
    }

    /** The first twelve digits, as people quote them. */
    String abbreviated() {
        return hex.substring(0, 12);
    }

    @Override
    public int compareTo(Digest other) {
        return toString().compareTo(other.toString());
    }

    @Override
    public String toString() {
        return algorithm + ":" + hex;
    }
}
