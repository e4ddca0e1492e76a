package dev.tagwerk.images;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An image in a registry, as Docker reads its name: without a host it is Docker Hub's, without a
 * folder there in {@code library}, without tag and digest it is {@code latest}.
 *
 * @param host with its port, if any: {@code docker.io}, {@code registry.example.org:5000}
 * @param repository such as {@code library/python}
 * @param tag what is asked for unless there is a digest
 * @param digest what pins the image
 */
public record ImageReference(
        String host, String repository, Optional<String> tag, Optional<Digest> digest) {
    private static final String HUB = "docker.io";
    private static final Pattern HOST =
            Pattern.compile(
                    "(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,62})(?:\\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,62})){0,32}|\\[[0-9a-fA-F:]{2,45}\\])(?::[0-9]{1,5})?");
    private static final Pattern COMPONENT =
            Pattern.compile("[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*");
    private static final Pattern TAG = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}");

    public ImageReference {
        check(HOST.matcher(host).matches(), host, "the host is none");
        check(
                !repository.isEmpty() && repository.length() <= 255,
                repository,
                "the name is empty, or longer than 255 characters");
        for (String component : repository.split("/", -1)) {
            check(
                    COMPONENT.matcher(component).matches(),
                    repository,
                    "names are of lower-case letters, digits and single . _ - between them");
        }
        tag.ifPresent(
                text -> check(TAG.matcher(text).matches(), text, "the tag is none that exists"));
    }

    private static void check(boolean holds, String text, String reason) {
        if (!holds) {
            throw new ImageException(
                    "image `" + Names.shown(text) + "`",
                    reason,
                    "write HOST/NAME:TAG, such as ghcr.io/org/trainer:1");
        }
    }

    /** Reads what people write behind {@code docker pull}. */
    public static ImageReference parse(String text) {
        String typed = text.startsWith("docker://") ? text.substring(9) : text;
        check(typed.length() <= 1000, typed, "the reference is too long");
        int at = typed.indexOf('@');
        Optional<Digest> digest = at < 0 ? Optional.empty() : Digest.parse(typed.substring(at + 1));
        check(at < 0 || digest.isPresent(), typed, "what follows @ is no digest");
        String named = at < 0 ? typed : typed.substring(0, at);
        int colon = named.lastIndexOf(':');
        boolean tagged = colon > named.lastIndexOf('/');
        Optional<String> tag = tagged ? Optional.of(named.substring(colon + 1)) : Optional.empty();
        String path = tagged ? named.substring(0, colon) : named;
        int slash = path.indexOf('/');
        String first = slash < 0 ? "" : path.substring(0, slash);
        boolean hosted =
                first.contains(".")
                        || first.contains(":")
                        || first.equals("localhost")
                        || !first.equals(first.toLowerCase(Locale.ROOT));
        String host = hosted ? first : HUB;
        String repository = hosted ? path.substring(slash + 1) : path;
        if (host.equals("index.docker.io") || host.equals("registry-1.docker.io")) {
            host = HUB;
        }
        if (host.equals(HUB) && !repository.contains("/")) {
            repository = "library/" + repository;
        }
        Optional<String> wanted = tag.isEmpty() && digest.isEmpty() ? Optional.of("latest") : tag;
        return new ImageReference(host, repository, wanted, digest);
    }

    /** What is asked of the registry: the digest, if there is one. */
    String selector() {
        return digest.map(Digest::toString).orElseGet(() -> tag.orElse("latest"));
    }

    /** Where the registry answers; Docker Hub's is not where its name says. */
    String apiHost() {
        return host.equals(HUB) ? "registry-1.docker.io" : host;
    }

    /** Whether the host is this machine, where plain HTTP crosses no network. */
    boolean isLoopback() {
        String name = host.startsWith("[") ? host : host.replaceAll(":[0-9]+$", "");
        return name.equals("localhost")
                || name.matches("127\\.[0-9]{1,3}\\.[0-9]{1,3}\\.[0-9]{1,3}")
                || name.matches("\\[::1\\](?::[0-9]+)?");
    }

    @Override
    public String toString() {
        return host
                + "/"
                + repository
                + tag.map(text -> ":" + text).orElse("")
                + digest.map(one -> "@" + one).orElse("");
    }
}
