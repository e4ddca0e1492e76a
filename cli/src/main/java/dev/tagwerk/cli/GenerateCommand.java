package dev.tagwerk.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tagwerk.evaluate.Asking;
import dev.tagwerk.evaluate.Generator;
import dev.tagwerk.evaluate.ModelSource;
import dev.tagwerk.modelfiles.ChatMessage;
import dev.tagwerk.modelfiles.ChatTemplate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        footer = {
            "",
            "A model that learnt from conversations, or has a chat template and no run that says otherwise, is",
            "asked with that template; others continue the prompt. What was done is said on stderr.",
            "",
            "Examples:",
            "  tagwerk generate last --prompt \"Shall I roll again?\" --system \"Be brief.\"",
            "  tagwerk generate last --raw --prompt \"Five dice show\" --temperature 0.8 --top-p 0.95 --seed 1"
        })
final class GenerateCommand implements Callable<Integer> {
    private final Shell shell;
    @Mixin private final HelpOption help = new HelpOption();
    @Mixin private final TunedModel model = new TunedModel();

    @Option(
            names = "--prompt",
            paramLabel = "TEXT",
            required = true,
            description = "what to answer or to continue, or @FILE")
    private String prompt = "";

    @Option(
            names = "--chat",
            description =
                    "the prompt is a user's message, written with the model's chat template (default:"
                            + " where the model learnt from conversations)")
    private boolean chat;

    @Option(
            names = {"--raw", "--no-chat"},
            description = "the prompt is continued as it is")
    private boolean raw;

    @Option(
            names = "--system",
            paramLabel = "TEXT",
            description = "what stands before the message; not with --raw")
    private Optional<String> system = Optional.empty();

    @Option(
            names = "--max-new-tokens",
            paramLabel = "N",
            defaultValue = "200",
            description = "stop after so many tokens (default: 200)")
    private int maxNewTokens;

    @Option(
            names = "--temperature",
            paramLabel = "T",
            defaultValue = "0",
            description = "0 takes the most likely token each time (default: 0)")
    private double temperature;

    @Option(
            names = "--top-p",
            paramLabel = "P",
            defaultValue = "1",
            description = "draw from the likeliest tokens with this much probability (default: 1)")
    private double topP;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "0",
            description = "the same seed draws the same text (default: 0)")
    private long seed;

    @Option(names = "--json", description = "print JSON instead of streaming")
    private boolean json;

    GenerateCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        check();
        String text = prompt();
        ModelSource source = model.source(shell);
        boolean asked = asked(source);
        try (Generator generator = Generator.open(source, model.placement())) {
            long start = System.nanoTime();
            Consumer<String> print =
                    piece -> {
                        if (!json) {
                            shell.out().print(piece);
                            shell.out().flush();
                        }
                    };
            Generator.Generated generated =
                    asked
                            ? generator.answer(
                                    conversation(text),
                                    maxNewTokens,
                                    temperature,
                                    topP,
                                    seed,
                                    print)
                            : generator.generate(
                                    text, maxNewTokens, temperature, topP, seed, print);
            double seconds = (System.nanoTime() - start) / 1e9;
            if (json) {
                ObjectNode node = Json.object();
                node.put("model", model.name());
                node.put("chat", asked);
                node.put("text", generated.text());
                node.put("finish_reason", generated.ended() ? "stop" : "length");
                node.putObject("usage")
                        .put("prompt_tokens", generated.promptTokens())
                        .put("completion_tokens", generated.newTokens());
                Json.print(shell, node);
            } else {
                shell.out().println();
                shell.out().flush();
                shell.err()
                        .println(
                                String.format(
                                        Locale.ROOT,
                                        "%d tokens in %.1f s%s",
                                        generated.newTokens(),
                                        seconds,
                                        generated.ended()
                                                ? "; the model ended the text"
                                                : "; stopped at --max-new-tokens"));
            }
        }
        return ExitCode.DONE;
    }

    /** Whether the prompt is a user's message; says so. */
    private boolean asked(ModelSource source) {
        Asking asking = chat || raw ? new Asking(chat, "as told") : source.asking();
        if (!asking.chat() && system.isPresent()) {
            throw CommandException.usage(
                    "--system needs a chat template to be written with.",
                    model.name() + " is asked without one: " + asking.because() + ".",
                    "the same command with --chat");
        }
        shell.err()
                .println(
                        asking.chat()
                                ? "Asking with the chat template "
                                        + source.chatTemplate()
                                                .map(ChatTemplate::origin)
                                                .orElseThrow(
                                                        () ->
                                                                ChatTemplate.missing(
                                                                        source.base().path()))
                                        + " ("
                                        + asking.because()
                                        + (chat ? ")" : "; --raw continues the prompt)")
                                : "Continuing the prompt as it is, without a chat template ("
                                        + asking.because()
                                        + ")");
        shell.err().flush();
        return asking.chat();
    }

    private List<ChatMessage> conversation(String text) {
        List<ChatMessage> messages = new ArrayList<>();
        system.ifPresent(words -> messages.add(new ChatMessage("system", words)));
        messages.add(new ChatMessage("user", text));
        return messages;
    }

    private void check() {
        String wrong = "";
        if (chat && raw) {
            wrong = "--chat and --raw exclude each other.";
        } else if (system.isPresent() && raw) {
            wrong = "--system and --raw exclude each other.";
        } else if (maxNewTokens < 1) {
            wrong = "--max-new-tokens must be at least 1, not " + maxNewTokens + ".";
        } else if (!(temperature >= 0 && temperature <= 100)) {
            wrong = "--temperature must be from 0 to 100, not " + temperature + ".";
        } else if (!(topP > 0 && topP <= 1)) {
            wrong = "--top-p must be above 0 and at most 1, not " + topP + ".";
        }
        if (!wrong.isEmpty()) {
            throw CommandException.usage(wrong, "", shell.command() + " generate --help");
        }
    }

    private String prompt() {
        if (!prompt.startsWith("@")) {
            return prompt;
        }
        try {
            return Files.readString(shell.resolve(prompt.substring(1)));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
