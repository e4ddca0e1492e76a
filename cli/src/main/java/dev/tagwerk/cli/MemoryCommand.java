package dev.tagwerk.cli;

import dev.tagwerk.spec.TrainingJob;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        footer = {
            "",
            "Tells how much memory training would take at its peak, and of what it is made up, without training.",
            "Exits with 3 when it does not fit.",
            "",
            "Example:",
            "  tagwerk memory job.yaml --gpu L4"
        })
final class MemoryCommand implements Callable<Integer> {
    private final Shell shell;
    @Mixin private final HelpOption help = new HelpOption();
    @Mixin private final JobSource source = new JobSource();

    @Option(
            names = "--gpu",
            paramLabel = "CARD",
            defaultValue = "",
            description = "on a machine with such a card, e.g. T4, L4, A100-80GB")
    private String card = "";

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    MemoryCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        JobSource.Checked checked = source.check(shell);
        if (!checked.problems().isEmpty()) {
            checked.problems().forEach(shell.err()::println);
            throw CommandException.usage(
                    source.file()
                            + " is not valid: "
                            + checked.problems().size()
                            + " to mend; nothing was estimated.",
                    "",
                    MissingModel.pull(shell, checked.job())
                            .orElse(shell.command() + " check " + source.file()));
        }
        if (!(checked.job().orElseThrow() instanceof TrainingJob training)) {
            throw CommandException.usage(
                    source.file() + " is no training.",
                    "Memory is estimated of jobs of kind training.",
                    shell.command() + " check " + source.file());
        }
        JobForecast forecast = JobForecast.of(shell, training, named());
        MemoryText text = new MemoryText(forecast);
        boolean exceeds = forecast.verdict() == MemoryVerdict.EXCEEDS;
        if (json) {
            Json.print(shell, text.json());
        } else {
            text.table().forEach(shell.out()::println);
            shell.out().println(forecast.verdict().words());
            if (exceeds) {
                text.advice().forEach(shell.out()::println);
            }
        }
        return exceeds ? ExitCode.REFUSED : ExitCode.DONE;
    }

    private Optional<Card> named() {
        if (card.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                Card.named(card)
                        .orElseThrow(
                                () ->
                                        CommandException.usage(
                                                "no card is named " + card + ".",
                                                "known are "
                                                        + Card.all().stream()
                                                                .map(Card::name)
                                                                .collect(Collectors.joining(", "))
                                                        + ".",
                                                "")));
    }
}
