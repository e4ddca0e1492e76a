package dev.tagwerk.preflight;

import dev.tagwerk.formats.Document;
import dev.tagwerk.formats.Format;
import dev.tagwerk.formats.Node;
import dev.tagwerk.formats.Scalar;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A run of the probe: what one machine said of itself.
 *
 * @param root its lines
 */
record Probed(Node root) {
    /** Every run that is known, the checked file's own first. */
    static Stream<Probed> of(Subject subject) {
        return subject.all(Format.PROBE).map(Document::root).map(Probed::new);
    }

    /** What was probed for the jobs that are checked. */
    static Stream<Probed> beside(Subject subject) {
        return subject.beside().stream()
                .filter(document -> document.format() == Format.PROBE)
                .map(Document::root)
                .map(Probed::new);
    }

    /** The name of the card that was probed for the jobs that are checked. */
    static Optional<String> card(Subject subject) {
        return besides(subject, "name");
    }

    /** Its driver's version. */
    static Optional<String> driver(Subject subject) {
        return besides(subject, "driver");
    }

    private static Optional<String> besides(Subject subject, String key) {
        return beside(subject)
                .flatMap(probed -> probed.lines("gpu"))
                .filter(line -> is(line, "ok", true))
                .flatMap(line -> line.text(key).stream())
                .map(Scalar::text)
                .findFirst();
    }

    Stream<Node> lines(String name) {
        return root.items().stream().filter(line -> says(line, "probe", name));
    }

    Optional<Node> line(String name) {
        return lines(name).findFirst();
    }

    /** A fact of the first line of a name. */
    Optional<Scalar> fact(String line, String key) {
        return line(line).flatMap(node -> node.text(key));
    }

    /** Whether a line is there, and says that it went well, or that it did not. */
    boolean isOk(String line, boolean expected) {
        return line(line).filter(node -> is(node, "ok", expected)).isPresent();
    }

    /** The environment's switch for working without the network, or the hub's for links. */
    boolean environment(String key, boolean expected) {
        return line("environment").filter(node -> is(node, key, expected)).isPresent();
    }

    boolean hasPackage(String name) {
        return fact("python", name).isPresent();
    }

    /** Whether a directory is one of the hub's caches, as the environment names them. */
    boolean isCache(String path) {
        return path.equals("/cache")
                || fact("environment", "hf_home").filter(one -> one.text().equals(path)).isPresent()
                || fact("environment", "xdg_cache_home")
                        .filter(one -> one.text().equals(path))
                        .isPresent();
    }

    static boolean says(Node line, String key, String word) {
        return line.text(key).filter(fact -> fact.text().equals(word)).isPresent();
    }

    /** Whether a fact is there and is what is expected. */
    static boolean is(Node line, String key, boolean expected) {
        return line.text(key).flatMap(Scalar::asBoolean).filter(one -> one == expected).isPresent();
    }

    static String text(Node line, String key) {
        return line.text(key).map(Scalar::text).orElse("");
    }

    static Optional<BigDecimal> number(Node line, String key) {
        return line.text(key).flatMap(Scalar::asNumber);
    }

    /** Whether a number is there and below another. */
    static boolean below(Node line, String key, double limit) {
        return number(line, key)
                // a limit that a file states as 1e400 is infinite here: everything is below it
                .filter(
                        one ->
                                Double.isInfinite(limit)
                                        ? limit > 0
                                        : one.compareTo(BigDecimal.valueOf(limit)) < 0)
                .isPresent();
    }

    /** A fact's node, or the line where the fact is missing. */
    static Node at(Node line, String key) {
        return line.get(key).orElse(line);
    }
}
