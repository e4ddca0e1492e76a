package dev.tagwerk.preflight;

import dev.tagwerk.formats.SourceFile;
import java.util.Optional;

/** How large data is, as far as the machine that checks knows. What it does not know is empty. */
public interface DataSizes {
    /** A machine that knows nothing. */
    DataSizes UNKNOWN =
            new DataSizes() {
                @Override
                public Optional<DataSize> local(SourceFile by, String path) {
                    return Optional.empty();
                }

                @Override
                public Optional<DataSize> entry(SourceFile by, String folder, String name) {
                    return Optional.empty();
                }

                @Override
                public Optional<DataSize> hub(String name) {
                    return Optional.empty();
                }
            };

    /** A file or folder of this machine, named from where the file lies that names it. */
    Optional<DataSize> local(SourceFile by, String path);

    /** An entry of LLaMA-Factory's {@code dataset_info.json} in a folder. */
    Optional<DataSize> entry(SourceFile by, String folder, String name);

    /** A data set of the Hugging Face hub. */
    Optional<DataSize> hub(String name);
}
