package dev.tagwerk.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tagwerk.data.DataSets;
import dev.tagwerk.data.DataStore;
import dev.tagwerk.data.DataVersion;
import dev.tagwerk.data.DataVersions;
import dev.tagwerk.spec.DataFormat;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Keeps data sets in the workspace, and shows what is kept. */
final class StoredData {
    private static final int DIGITS = 12;

    private final Shell shell;
    private final DataStore store;

    StoredData(Shell shell) {
        this.shell = shell;
        this.store = Stores.open(shell);
    }

    /** What a push names its bytes by, printed. */
    int push(
            DataSets.Source source,
            String name,
            Optional<String> enrichedFrom,
            Optional<String> by,
            boolean json) {
        DataStore.Pushed pushed = store.push(source, name, enrichedFrom, by);
        DataVersion version = pushed.version();
        if (json) {
            Json.print(shell, json(version).put("fresh", pushed.fresh()));
            return ExitCode.DONE;
        }
        shell.out().println(version.reference());
        shell.out().flush();
        shell.err()
                .println(
                        (pushed.fresh() ? "Kept " : "Already kept: ")
                                + described(version)
                                + (version.columns().isEmpty()
                                        ? ""
                                        : ", columns " + columns(version))
                                + ". A job names it: data: {train: "
                                + version.reference().substring(0, shortened(version))
                                + "}");
        return ExitCode.DONE;
    }

    private static String columns(DataVersion version) {
        return version.columns().names().entrySet().stream()
                .map(one -> one.getKey().word() + "=" + one.getValue())
                .collect(Collectors.joining(", "));
    }

    private static int shortened(DataVersion version) {
        return version.reference().length() - version.sha256().length() + DIGITS;
    }

    /** The file's name without its endings, as a data set's name. */
    static String nameOf(Path file) {
        String name =
                String.valueOf(file.getFileName())
                        .replaceFirst("(?i)\\.(jsonl|json|csv|tsv|parquet)?(\\.gz)?$", "")
                        .replaceAll("[^A-Za-z0-9._-]+", "-")
                        .replaceFirst("^[._-]+", "");
        String cut = name.length() <= 63 ? name : name.substring(0, 63);
        return cut.isEmpty() ? "data" : cut;
    }

    int list(boolean json) {
        DataVersions versions = store.versions();
        List<DataVersion> newest = versions.newest();
        if (json) {
            ArrayNode all = Json.array();
            versions.all().forEach(version -> all.add(json(version)));
            Json.print(shell, all);
            return ExitCode.DONE;
        }
        if (newest.isEmpty()) {
            shell.err().println("No data sets are kept here yet. Keep one: data push FILE");
            return ExitCode.DONE;
        }
        shell.out()
                .printf(
                        "%-24s %-12s %9s %10s  %-18s %s%n",
                        "name", "sha256", "rows", "size", "format", "versions");
        for (DataVersion version : newest) {
            shell.out()
                    .printf(
                            "%-24s %-12s %9s %10s  %-18s %d%n",
                            version.name(),
                            version.sha256().substring(0, DIGITS),
                            version.format().isEmpty() ? "-" : String.valueOf(version.rows()),
                            Durations.bytes(version.bytes()),
                            version.format().orElse("-"),
                            versions.all().stream()
                                    .filter(one -> one.name().equals(version.name()))
                                    .count());
        }
        return ExitCode.DONE;
    }

    int show(String text, boolean json) {
        DataVersions versions = store.versions();
        DataVersion version = versions.named(text);
        Path file = store.intact(version);
        List<DataVersion> ancestors = versions.ancestors(version);
        List<DataVersion> derived = versions.derived(version);
        if (json) {
            ObjectNode node = json(version).put("file", file.toString());
            ArrayNode lineage = node.putArray("lineage");
            ancestors.forEach(one -> lineage.add(json(one)));
            ArrayNode made = node.putArray("derived");
            derived.forEach(one -> made.add(json(one)));
            Json.print(shell, node);
            return ExitCode.DONE;
        }
        line("name", version.name());
        line("sha256", version.sha256() + " (the bytes are intact)");
        line("holds", described(version));
        if (!version.columns().isEmpty()) {
            line("columns", columns(version));
        }
        line("pushed", version.at() + " from " + version.source());
        line("file", shell.shown(file));
        DataVersion child = version;
        for (DataVersion parent : ancestors) {
            line("made from", made(child, parent));
            child = parent;
        }
        for (DataVersion one : derived) {
            line("became", made(one, one));
        }
        return ExitCode.DONE;
    }

    private static String made(DataVersion child, DataVersion named) {
        return named.name()
                + "@sha256:"
                + named.sha256().substring(0, DIGITS)
                + child.by().map(by -> ", by " + by).orElse("")
                + ", "
                + child.at();
    }

    private void line(String name, String value) {
        shell.out().printf("%-10s %s%n", name, value);
    }

    private static String described(DataVersion version) {
        return version.format()
                .map(
                        format ->
                                version.rows()
                                        + (version.rows() == 1 ? " row" : " rows")
                                        + ", format "
                                        + format
                                        + ", ")
                .orElse("rows that need columns named, ")
                .concat(Durations.bytes(version.bytes()));
    }

    private static ObjectNode json(DataVersion version) {
        ObjectNode node = Json.object();
        node.put("reference", version.reference());
        node.put("name", version.name());
        node.put("sha256", version.sha256());
        node.put("bytes", version.bytes());
        node.put("at", version.at().toString());
        node.put("source", version.source());
        version.format().ifPresent(format -> node.put("format", format));
        node.put("rows", version.rows());
        version.enrichedFrom().ifPresent(parent -> node.put("enriched_from", parent));
        version.by().ifPresent(by -> node.put("by", by));
        if (version.readAs() != DataFormat.AUTO) {
            node.put("read_as", version.readAs().word());
        }
        if (!version.columns().isEmpty()) {
            ObjectNode columns = node.putObject("columns");
            version.columns().names().forEach((part, called) -> columns.put(part.word(), called));
        }
        return node;
    }
}
