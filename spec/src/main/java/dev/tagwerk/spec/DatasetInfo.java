package dev.tagwerk.spec;

import java.nio.file.Path;

/**
 * An entry of a {@code dataset_info.json} as LLaMA-Factory has it.
 *
 * @param file the whole list
 * @param name the entry's key in it
 */
public record DatasetInfo(Path file, String name) {
    public DatasetInfo {
        if (name.isBlank()) {
            throw new SpecException("data.dataset_info must name an entry: FILE#name");
        }
    }
}
