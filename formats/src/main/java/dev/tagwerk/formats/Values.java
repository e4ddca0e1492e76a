package dev.tagwerk.formats;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Single values in the common shape, as several readers need them. */
final class Values {
    private Values() {}

    static Optional<Located<Integer>> whole(Scalar scalar) {
        return scalar.asWhole().map(value -> new Located<>(value, scalar));
    }

    static Optional<Located<BigDecimal>> cores(Scalar scalar) {
        return Quantities.cores(scalar.text()).map(value -> new Located<>(value, scalar));
    }

    static Optional<Located<Long>> bytes(Scalar scalar) {
        return Quantities.bytes(scalar.text()).map(value -> new Located<>(value, scalar));
    }

    static boolean isSomething(Node node) {
        return node.scalar().map(scalar -> !scalar.isNothing()).orElse(true);
    }

    /**
     * A list of {@code {name, value}} as an environment.
     *
     * @param secretKey the key beside {@code name} that names a secret
     */
    static List<EnvironmentVariable> variables(Optional<Node> list, String secretKey) {
        List<EnvironmentVariable> variables = new ArrayList<>();
        for (Node item : list.map(Node::items).orElse(List.of())) {
            item.text("name")
                    .ifPresent(
                            name ->
                                    variables.add(
                                            new EnvironmentVariable(
                                                    name.text(),
                                                    item.get("value").flatMap(Node::scalar),
                                                    item.text(secretKey),
                                                    item)));
        }
        return variables;
    }

    /**
     * A word {@code NAME=value} as a variable; empty for other words.
     *
     * @param secretPrefix what a value begins with that names a secret; empty when nothing does
     */
    static Optional<EnvironmentVariable> assignment(Scalar word, String secretPrefix) {
        int equals = word.text().indexOf('=');
        if (equals <= 0) {
            return Optional.empty();
        }
        String name = word.text().substring(0, equals);
        Scalar value =
                new Scalar(
                        word.source(),
                        word.span(),
                        word.anchor(),
                        word.path(),
                        word.text().substring(equals + 1),
                        word.style(),
                        word.dialect());
        boolean secret = !secretPrefix.isEmpty() && value.text().startsWith(secretPrefix);
        return Optional.of(
                new EnvironmentVariable(
                        name,
                        secret ? Optional.empty() : Optional.of(value),
                        secret ? Optional.of(value) : Optional.empty(),
                        word));
    }

    /** A word {@code NAME=value}, or {@code NAME} alone, which takes the caller's value. */
    static Optional<EnvironmentVariable> variable(Scalar word) {
        Optional<EnvironmentVariable> assigned = assignment(word, "");
        return assigned.isPresent() || !word.text().matches("[A-Za-z_][A-Za-z0-9_]*")
                ? assigned
                : Optional.of(
                        new EnvironmentVariable(
                                word.text(), Optional.empty(), Optional.empty(), word));
    }

    /** A probe in the words of Kubernetes, which others took over. */
    static Probe probe(String type, Node node) {
        return new Probe(
                type,
                node.text("initialDelaySeconds").flatMap(Values::whole),
                node.text("periodSeconds").flatMap(Values::whole),
                node.text("failureThreshold").flatMap(Values::whole),
                node.text("timeoutSeconds").flatMap(Values::whole),
                node);
    }
}
