package dev.tagwerk.market;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/facts.md lists what the tables hold. */
class FactsPageTest {
    private static final Path PAGE = Path.of("../docs/facts.md");
    private static final Pattern SCHEMA = Pattern.compile("schema-(?!amendments).*\\.tsv");
    private static final Path TABLES = Path.of("src/main/resources/dev/tagwerk/market");

    @Test
    void thePageListsTheTablesAndTheLimits() throws IOException {
        String page = Files.readString(PAGE);
        String made = replace(replace(page, "tables", tables()), "limits", limits());
        made = replace(made, "schemas", schemas());
        if (System.getProperty("tagwerk.docs", "").equals("write")) {
            Files.writeString(PAGE, made);
        } else {
            assertThat(page).isEqualTo(made);
        }
    }

    private static String replace(String page, String what, String table) {
        Matcher found =
                Pattern.compile("(<!-- " + what + ": [^\n]*-->\n).*?(<!-- end -->)", Pattern.DOTALL)
                        .matcher(page);
        assertThat(found.find()).as(what).isTrue();
        return found.replaceFirst(
                Matcher.quoteReplacement(found.group(1) + table + found.group(2)));
    }

    private static List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(TABLES)) {
            return files.filter(file -> file.toString().endsWith(".tsv"))
                    .filter(file -> !SCHEMA.matcher(file.getFileName().toString()).matches())
                    .sorted()
                    .toList();
        }
    }

    private static String tables() throws IOException {
        StringBuilder text =
                new StringBuilder("| table | rows | what | newest row |\n|---|---|---|---|\n");
        for (Path file : files()) {
            Table table = Table.read(file.getFileName().toString());
            List<Provenance> provenances = table.map(Row::provenance);
            String what =
                    Files.readAllLines(file).stream()
                            .takeWhile(line -> line.startsWith("# "))
                            .map(line -> line.substring(2))
                            .collect(Collectors.joining(" "));
            String newest =
                    provenances.stream()
                            .map(Provenance::date)
                            .filter(date -> !date.equals("undated"))
                            .max(Comparator.naturalOrder())
                            .orElse("undated");
            text.append(
                    "| `%s` | %d | %s | %s |\n"
                            .formatted(file.getFileName(), provenances.size(), what, newest));
        }
        return text.toString();
    }

    private static String schemas() {
        StringBuilder text =
                new StringBuilder(
                        "| table | types | what | source | date |\n|---|---|---|---|---|\n");
        for (Schema schema : Schemas.all()) {
            text.append(
                    "| `schema-%s.tsv` | %d | %s, %s. %s | %s (%s) | %s |\n"
                            .formatted(
                                    schema.name(),
                                    schema.types().size(),
                                    schema.title(),
                                    schema.version(),
                                    schema.note().orElse(""),
                                    schema.provenance().source(),
                                    schema.provenance().confidence(),
                                    schema.provenance().date()));
        }
        return text.toString();
    }

    private static String limits() {
        StringBuilder text =
                new StringBuilder("| id | value | what | source | date |\n|---|---|---|---|---|\n");
        for (Limit limit : Limits.all()) {
            text.append(
                    "| `%s` | %s %s | %s | %s (%s) | %s |\n"
                            .formatted(
                                    limit.id(),
                                    limit.value().toPlainString(),
                                    limit.unit(),
                                    limit.what(),
                                    limit.provenance().source(),
                                    limit.provenance().confidence(),
                                    limit.provenance().date()));
        }
        return text.toString();
    }
}
