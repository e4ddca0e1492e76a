package dev.tagwerk.formats;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The door: tells what a file is, and reads it. Stateless; no file makes it throw. */
public final class Formats {
    private static final List<Reader> READERS =
            List.of(
                    new TagwerkJobReader(), //
                    new ContainerAppsReader(),
                    new AzureMlReader(),
                    new AzureStateReader(),
                    new OvhReader(),
                    new ImageReader(),
                    new KubernetesReader(),
                    new ComposeReader(),
                    new SkyReader(),
                    new TrainingConfigReader());
    private static final List<TextReader> TEXT_READERS =
            List.of(
                    new LogQueryReader(), //
                    new DockerfileReader(),
                    new ProbeReader(),
                    new ShellReader());

    private Formats() {}

    /**
     * Reads everything that a file describes.
     *
     * @return documents, and the reasons why the file or a part of it was not understood; both
     *     empty for a sound file of no known kind
     */
    public static Understood read(SourceFile source) {
        List<Fault> faults = new ArrayList<>();
        for (TextReader reader : TEXT_READERS) {
            List<Document> documents = reader.read(source, faults);
            if (!documents.isEmpty()) {
                return new Understood(documents, faults);
            }
        }
        List<Document> documents = new ArrayList<>();
        if (isTree(source)) {
            roots(source, faults).forEach(root -> documents.addAll(documents(root)));
        }
        return new Understood(documents, faults);
    }

    /** Reads a log or a file of rows, of which only lines of the probe concern anybody here. */
    public static Understood readLog(SourceFile source) {
        List<Fault> faults = new ArrayList<>();
        return new Understood(new ProbeReader().read(source, faults), faults);
    }

    private static List<Document> documents(Node root) {
        List<Document> documents = new ArrayList<>();
        for (Reader reader : READERS) {
            Optional<Format> format = reader.detect(root);
            if (format.isPresent()) {
                documents.addAll(
                        reader.read(format.get(), Dialects.read(root, format.get().dialect())));
                if (!AzureResource.isTemplate(root)) {
                    return documents;
                }
            }
        }
        // a template may hold what several readers know
        return documents;
    }

    private static List<Node> roots(SourceFile source, List<Fault> faults) {
        return JsonReader.looksLike(source.text())
                ? JsonReader.read(source, faults).stream().toList()
                : YamlReader.read(source, Dialect.PYYAML, faults);
    }

    private static boolean isTree(SourceFile source) {
        String name = source.name().toLowerCase(Locale.ROOT);
        return name.endsWith(".yaml")
                || name.endsWith(".yml")
                || name.endsWith(".json")
                || name.equals("-")
                || JsonReader.looksLike(source.text());
    }
}
