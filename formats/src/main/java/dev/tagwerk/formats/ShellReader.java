package dev.tagwerk.formats;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Shell scripts, and single command lines, as far as they start something on a machine. */
final class ShellReader implements TextReader {
    private static final List<CommandReader> COMMANDS =
            List.of(new AzCommands(), new OvhCommands(), new DockerCommands());

    /** A text without a name is taken for a command line when it begins with one of these. */
    private static final Set<String> PROGRAMS =
            Set.of("az", "ovhai", "docker", "podman", "sky", "dstack", "kubectl", "sudo");

    @Override
    public List<Document> read(SourceFile source, List<Fault> faults) {
        if (!isShell(source)) {
            return List.of();
        }
        List<Items> commands = ShellWords.commands(source);
        List<Workload> workloads = new ArrayList<>();
        for (Items command : commands) {
            CommandWords words = CommandWords.of(command);
            for (CommandReader reader : COMMANDS) {
                reader.read(words).ifPresent(workloads::add);
            }
        }
        Span whole = new Span(0, source.text().length());
        Items root = new Items(source, whole, Span.START, "", List.copyOf(commands));
        return List.of(new Document(source, Format.SHELL, root, workloads));
    }

    private static boolean isShell(SourceFile source) {
        String name = source.name().toLowerCase(Locale.ROOT);
        String text = source.text();
        if (name.endsWith(".sh") || name.endsWith(".bash") || name.endsWith(".zsh")) {
            return true;
        }
        String firstLine = text.lines().findFirst().orElse("");
        if (firstLine.startsWith("#!")) {
            return firstLine.matches("#!.*\\b(ba|z|da|k)?sh\\b.*");
        }
        return name.equals("-") && PROGRAMS.contains(firstLine.strip().split("\\s", 2)[0]);
    }
}
