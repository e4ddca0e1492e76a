package dev.tagwerk.modelfiles;

import dev.tagwerk.jinja.Limits;
import dev.tagwerk.jinja.Rendering;
import dev.tagwerk.jinja.Template;
import dev.tagwerk.jinja.TemplateException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How a model wants its conversations written: the same text, to the letter, as {@code
 * apply_chat_template} of transformers 5 makes, without tools and documents.
 *
 * <p>Immutable and thread-safe.
 */
public final class ChatTemplate {
    private final String origin;
    private final String source;
    private final Template template;
    private final SpecialTokens special;
    private final Clock clock;

    private ChatTemplate(String origin, String source, SpecialTokens special, Clock clock) {
        this.origin = origin;
        this.source = source;
        this.special = special;
        this.clock = clock;
        try {
            this.template = Template.parse(source);
        } catch (TemplateException e) {
            throw new ModelFilesException(
                    origin
                            + ": the chat template cannot be used: "
                            + e.getMessage()
                            + "; name another with data.chat_template",
                    e);
        }
    }

    /**
     * The template of a model: {@code chat_template.jinja}, else the one of {@code
     * tokenizer_config.json}, else {@code chat_template.json}.
     *
     * @param folder the model's, or another that its tokenizer's files lie in
     * @param clock tells templates today's date
     * @throws ModelFilesException when there is one that cannot be used
     */
    public static Optional<ChatTemplate> find(Path folder, Clock clock) {
        return TemplateFiles.find(folder)
                .map(
                        found ->
                                new ChatTemplate(
                                        found.origin(),
                                        found.source(),
                                        SpecialTokens.read(folder),
                                        clock));
    }

    /**
     * The template in a file of the user's.
     *
     * @param folder whose special tokens the template is given
     */
    public static ChatTemplate read(Path file, Path folder, Clock clock) {
        return new ChatTemplate(
                file.toString(), TemplateFiles.text(file), SpecialTokens.read(folder), clock);
    }

    /**
     * A template that comes with Tagwerk.
     *
     * @param name {@code chatml}, {@code llama3}, {@code mistral} or {@code gemma}
     * @param folder whose special tokens the template is given
     */
    public static ChatTemplate builtIn(String name, Path folder, Clock clock) {
        return new ChatTemplate(
                "built-in template " + name,
                TemplateFiles.builtIn(name),
                SpecialTokens.read(folder),
                clock);
    }

    /**
     * A template in a file of the user's, where no model is known.
     *
     * @throws ModelFilesException when it writes tokens that only a model's tokenizer names
     */
    public static ChatTemplate read(Path file, Clock clock) {
        return alone(file.toString(), TemplateFiles.text(file), clock);
    }

    /**
     * A template that comes with Tagwerk, where no model is known.
     *
     * @throws ModelFilesException when it writes tokens that only a model's tokenizer names
     */
    public static ChatTemplate builtIn(String name, Clock clock) {
        return alone("built-in template " + name, TemplateFiles.builtIn(name), clock);
    }

    /** An undefined name would be written as nothing, and nobody would miss it. */
    private static ChatTemplate alone(String origin, String source, Clock clock) {
        SpecialTokens.neededBy(source)
                .ifPresent(
                        token -> {
                            throw new ModelFilesException(
                                    origin
                                            + " writes "
                                            + token
                                            + ", which only a model's tokenizer tells; name the model"
                                            + " as well (--model)");
                        });
        return new ChatTemplate(origin, source, SpecialTokens.none(), clock);
    }

    /** The error of a model that has none. */
    public static ModelFilesException missing(Path folder) {
        return ModelFilesException.of(
                folder,
                "the model has no chat template (chat_template.jinja, or chat_template in"
                        + " tokenizer_config.json), so that conversations cannot be written as it"
                        + " reads them",
                "take a model that was made for chats, or name a template (data.chat_template in a"
                        + " job, --chat-template on the command line): chatml, llama3, mistral,"
                        + " gemma or a file");
    }

    /** Where it comes from, for messages. */
    public String origin() {
        return origin;
    }

    /** The template itself, to be kept beside an adapter. */
    public String source() {
        return source;
    }

    /** Whether it marks what the model writes, with {@code {% generation %}}. */
    public boolean marksGeneration() {
        return template.marksGeneration();
    }

    /**
     * Writes a conversation.
     *
     * @param addGenerationPrompt whether the beginning of the assistant's next turn is written
     * @throws ModelFilesException when the template refuses the conversation, or fails
     */
    public RenderedChat render(List<ChatMessage> messages, boolean addGenerationPrompt) {
        if (messages.isEmpty()) {
            throw new ModelFilesException("a conversation without messages cannot be written");
        }
        Map<String, @Nullable Object> variables = new HashMap<>(special.texts());
        variables.put("messages", messages.stream().map(ChatTemplate::variable).toList());
        variables.put("tools", null);
        variables.put("documents", null);
        variables.put("add_generation_prompt", addGenerationPrompt);
        Rendering rendering;
        try {
            rendering = template.render(variables, clock, Limits.defaults());
        } catch (TemplateException e) {
            throw new ModelFilesException(failure(e), e);
        }
        return new RenderedChat(
                rendering.text(),
                rendering.generations().stream()
                        .map(range -> new RenderedChat.Range(range.start(), range.end()))
                        .toList());
    }

    private static Map<String, String> variable(ChatMessage message) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("role", message.role());
        fields.put("content", message.content());
        return fields;
    }

    private String failure(TemplateException e) {
        return e.raised()
                ? "the chat template refuses the conversation: \""
                        + Messages.shortened(e.reason())
                        + "\" ("
                        + origin
                        + ")"
                : "the chat template fails: " + e.getMessage() + " (" + origin + ")";
    }
}
