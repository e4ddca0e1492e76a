package dev.tagwerk.preflight;

import dev.tagwerk.formats.Container;
import dev.tagwerk.formats.Document;
import dev.tagwerk.formats.Format;
import dev.tagwerk.formats.Node;
import dev.tagwerk.formats.Scalar;
import dev.tagwerk.formats.Settings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Data that a training names: a data set of the hub, a file, or an entry of LLaMA-Factory's list.
 *
 * @param folder of the list; empty for what is no entry
 */
record NamedData(Scalar name, Optional<String> folder) {
    private static final String[] KEYS = {
        "dataset_name",
        "dataset",
        "dataset_path",
        "dataset_name_or_path",
        "dataset_id",
        "data_path",
        "train_file",
        "train_data"
    };

    /** What a container's own words name. */
    static List<NamedData> of(Container container) {
        Settings settings = Settings.of(container);
        if (settings.on("streaming").isPresent()) {
            return List.of();
        }
        return Arrays.stream(KEYS)
                .flatMap(key -> settings.value(key).stream())
                .filter(NamedData::isWritten)
                .map(name -> new NamedData(name, Optional.empty()))
                .toList();
    }

    /** What a training configuration names; data that streams takes no place. */
    static List<NamedData> of(Document document) {
        Settings settings = document.settings();
        if (settings.isEmpty() || settings.on("streaming").isPresent()) {
            return List.of();
        }
        List<NamedData> all = new ArrayList<>();
        for (String key : List.of("datasets", "test_datasets")) {
            document.root().get(key).map(Node::items).orElse(List.of()).stream()
                    .flatMap(entry -> entry.text("path").stream())
                    .filter(NamedData::isWritten)
                    .forEach(name -> all.add(new NamedData(name, Optional.empty())));
        }
        if (document.format() == Format.LLAMA_FACTORY) {
            String folder = settings.value("dataset_dir").map(Scalar::text).orElse("data");
            settings.value("dataset").stream()
                    .filter(NamedData::isWritten)
                    .flatMap(NamedData::entries)
                    .forEach(name -> all.add(new NamedData(name, Optional.of(folder))));
        } else {
            Arrays.stream(KEYS)
                    .flatMap(key -> settings.value(key).stream())
                    .filter(NamedData::isWritten)
                    .forEach(name -> all.add(new NamedData(name, Optional.empty())));
        }
        return all;
    }

    private static Stream<Scalar> entries(Scalar list) {
        return Arrays.stream(list.text().split(",", -1))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .map(
                        name ->
                                new Scalar(
                                        list.source(),
                                        list.span(),
                                        list.anchor(),
                                        list.path(),
                                        name,
                                        list.style(),
                                        list.dialect()));
    }

    private static boolean isWritten(Scalar name) {
        return !name.isPlaceholder() && !name.isNothing() && name.text().length() <= 500;
    }

    /** What lies on the machine that checks; its path is one from where the file lies. */
    Optional<DataSize> local(DataSizes sizes) {
        if (folder.isPresent()) {
            return sizes.entry(name.source(), folder.get(), name.text());
        }
        boolean elsewhere = name.text().startsWith("/") || name.text().contains("://");
        return elsewhere ? Optional.empty() : sizes.local(name.source(), name.text());
    }

    /** What is downloaded from the hub. */
    Optional<DataSize> hub(DataSizes sizes) {
        return isHub() && local(sizes).isEmpty() ? sizes.hub(name.text()) : Optional.empty();
    }

    /** Whether it can be the name of a data set of the hub, and none of a file. */
    boolean isHub() {
        return folder.isEmpty()
                && DiskRules.isHubName(name)
                && !name.text().matches("(?i).*\\.(?:jsonl?|csv|tsv|txt|parquet|arrow|gz|zst|zip)");
    }
}
