package dev.tagwerk.data;

import dev.tagwerk.modelfiles.ChatTemplate;
import dev.tagwerk.spec.ChatTemplateRef;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;

/** The chat template that a job writes its conversations with. */
public final class JobTemplate {
    private JobTemplate() {}

    /**
     * The template that a job names, or else the model's own; empty when there is neither.
     *
     * @param folder the model's
     * @param clock tells the template today's date; fixed for a run, which must read the same rows
     *     when it is resumed on another day
     */
    public static Optional<ChatTemplate> find(
            Optional<ChatTemplateRef> named, Path folder, Clock clock) {
        return named.isPresent()
                ? Optional.of(read(named.get(), folder, clock))
                : ChatTemplate.find(folder, clock);
    }

    /**
     * A template by itself, where no model is named.
     *
     * @throws dev.tagwerk.modelfiles.ModelFilesException when it writes tokens that only a model's
     *     tokenizer names
     */
    public static ChatTemplate alone(ChatTemplateRef named, Clock clock) {
        return switch (named) {
            case ChatTemplateRef.BuiltIn builtIn -> ChatTemplate.builtIn(builtIn.name(), clock);
            case ChatTemplateRef.File file -> ChatTemplate.read(file.path(), clock);
        };
    }

    private static ChatTemplate read(ChatTemplateRef named, Path folder, Clock clock) {
        return switch (named) {
            case ChatTemplateRef.BuiltIn builtIn ->
                    ChatTemplate.builtIn(builtIn.name(), folder, clock);
            case ChatTemplateRef.File file -> ChatTemplate.read(file.path(), folder, clock);
        };
    }
}
