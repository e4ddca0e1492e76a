package dev.tagwerk.cli;

import dev.tagwerk.formats.Fault;
import dev.tagwerk.formats.SourceFile;
import dev.tagwerk.formats.TextFile;
import dev.tagwerk.preflight.DataSize;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/** The card of a data set of the hub, whose head may state how large it is. */
final class DataCard {
    private static final Pattern SIZES =
            Pattern.compile(
                    "(?m)^[ -]*download_size: ([1-9]\\d{0,17})\\s*$"
                            + "(?:\\n *dataset_size: ([1-9]\\d{0,17})\\s*$)?");

    private DataCard() {}

    /** What is stated; of several configurations the smallest one, since any may be meant. */
    static Optional<DataSize> size(Path card) {
        List<Fault> faults = new ArrayList<>();
        Optional<SourceFile> text =
                Files.isRegularFile(card)
                        ? TextFile.read(card, card.toString(), faults)
                        : Optional.empty();
        return text.map(SourceFile::text)
                .filter(one -> one.startsWith("---\n"))
                .map(one -> one.substring(4))
                .filter(one -> one.contains("\n---"))
                .flatMap(one -> head(one.substring(0, one.indexOf("\n---"))));
    }

    /** {@code datasets} writes both sizes of a configuration one below the other. */
    private static Optional<DataSize> head(String yaml) {
        return SIZES.matcher(yaml)
                .results()
                .map(
                        found ->
                                new DataSize(
                                        Long.parseLong(found.group(1)),
                                        found.group(2) == null
                                                ? OptionalLong.empty()
                                                : OptionalLong.of(Long.parseLong(found.group(2)))))
                .min(Comparator.comparingLong(DataSize::bytes));
    }
}
