package dev.tagwerk.preflight;

import dev.tagwerk.formats.Container;
import dev.tagwerk.formats.Document;
import dev.tagwerk.formats.Formats;
import dev.tagwerk.formats.Scalar;
import dev.tagwerk.formats.SecretForms;
import dev.tagwerk.formats.SourceFile;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Puts stars for what the rules about secrets speak of, wherever lines of a file are shown. Columns
 * stay what they are.
 *
 * @param secrets longest first
 */
record SecretMask(SourceFile source, List<String> secrets) {
    /** Reading a file anew takes time, and most have nothing like it. */
    private static final Pattern HINT =
            Pattern.compile("(?i)token|passw|secret|_?key\\b|credential");

    private static final int SHORTEST = 8;

    static SecretMask of(SourceFile source) {
        if (!HINT.matcher(source.text()).find()) {
            return new SecretMask(source, List.of());
        }
        Set<String> secrets = new LinkedHashSet<>();
        Formats.read(source).documents().stream()
                .flatMap(SecretMask::values)
                .filter(value -> value.source() == source)
                .forEach(
                        value -> {
                            String raw =
                                    source.text()
                                            .substring(value.span().start(), value.span().end());
                            // as it is meant, and as it is written with its escapes
                            Stream.of(value.text(), raw.replaceAll("^[\"']|[\"']$", ""))
                                    .flatMap(String::lines)
                                    .map(String::strip)
                                    .filter(line -> line.length() >= SHORTEST)
                                    .forEach(secrets::add);
                        });
        return new SecretMask(
                source,
                secrets.stream()
                        .sorted(Comparator.comparingInt(String::length).reversed())
                        .toList());
    }

    private static Stream<Scalar> values(Document document) {
        Stream<Container> containers =
                document.workloads().stream()
                        .flatMap(
                                workload ->
                                        Stream.concat(
                                                workload.containers().stream(),
                                                workload.initContainers().stream()));
        return containers
                .flatMap(container -> container.env().stream())
                .filter(variable -> SecretForms.isName(variable.name()))
                .flatMap(variable -> variable.value().stream())
                .filter(value -> !SecretForms.isPlaceholder(value.text()));
    }

    /** A line with stars for secrets. */
    String masked(String line) {
        String masked = line;
        for (String secret : secrets) {
            if (masked.contains(secret)) {
                masked = masked.replace(secret, "*".repeat(secret.length()));
            }
        }
        return SecretForms.masked(masked);
    }
}
