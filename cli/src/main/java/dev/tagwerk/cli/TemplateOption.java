package dev.tagwerk.cli;

import dev.tagwerk.spec.ChatTemplateRef;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** A chat template named on the command line; mixed into commands that write conversations. */
final class TemplateOption {
    @Option(
            names = "--chat-template",
            paramLabel = "TEMPLATE",
            description =
                    "how conversations are written, instead of the model's own template: chatml,"
                            + " llama3, mistral, gemma or a file")
    private Optional<String> template = Optional.empty();

    Optional<ChatTemplateRef> named(Shell shell) {
        return template.map(
                text ->
                        ChatTemplateRef.BUILT_IN.contains(text)
                                ? new ChatTemplateRef.BuiltIn(text)
                                : new ChatTemplateRef.File(shell.resolve(Path.of(text))));
    }
}
