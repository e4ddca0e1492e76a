package dev.tagwerk.spec;

import java.nio.file.Path;
import java.util.List;

/** The chat template that a job names, instead of its model's own. */
public sealed interface ChatTemplateRef {
    /** The names of the templates that come along. */
    List<String> BUILT_IN = List.of("chatml", "llama3", "mistral", "gemma");

    /** One that comes along. */
    record BuiltIn(String name) implements ChatTemplateRef {
        public BuiltIn {
            if (!BUILT_IN.contains(name)) {
                throw new SpecException(
                        "data.chat_template: '" + name + "' is none of " + BUILT_IN);
            }
        }
    }

    /** A file that holds one. */
    record File(Path path) implements ChatTemplateRef {}
}
