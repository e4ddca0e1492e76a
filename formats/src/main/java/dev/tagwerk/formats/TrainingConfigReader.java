package dev.tagwerk.formats;

import dev.tagwerk.spec.ForeignConfig;
import dev.tagwerk.spec.ForeignTool;
import java.util.List;
import java.util.Optional;

/** Configurations of axolotl, LLaMA-Factory and TRL, told from their keys. */
final class TrainingConfigReader implements Reader {
    /** Fewer keys of a tool than this may be anybody's. */
    private static final int SURE = 3;

    @Override
    public Optional<Format> detect(Node root) {
        List<String> keys = root.fields().stream().map(Field::name).toList();
        return ForeignConfig.tell(keys, SURE).map(TrainingConfigReader::format);
    }

    private static Format format(ForeignTool tool) {
        return switch (tool) {
            case AXOLOTL -> Format.AXOLOTL;
            case LLAMA_FACTORY -> Format.LLAMA_FACTORY;
            case TRL -> Format.TRL;
        };
    }

    @Override
    public List<Document> read(Format format, Node root) {
        return List.of(new Document(root.source(), format, root, List.of()));
    }
}
