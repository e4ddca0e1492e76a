package dev.tagwerk.formats;

import java.util.List;

/**
 * One thing that a file describes.
 *
 * @param root its values; for a shell script a list of its commands' words
 * @param workloads what is started by it; empty where it starts nothing
 */
public record Document(SourceFile source, Format format, Node root, List<Workload> workloads) {
    public Document {
        workloads = List.copyOf(workloads);
    }

    /** What a training program is told by this file: a configuration's keys. */
    public Settings settings() {
        return switch (format) {
            case AXOLOTL, LLAMA_FACTORY, TRL, TRAINING_ARGUMENTS -> Settings.of(root);
            default -> Settings.NONE;
        };
    }

    /** A script's commands, from the program's name on; none for other files. */
    public List<CommandWords> commands() {
        return format == Format.SHELL
                ? root.items().stream()
                        .filter(Items.class::isInstance)
                        .map(command -> CommandWords.of((Items) command))
                        .toList()
                : List.of();
    }
}
