package dev.tagwerk.cli;

import dev.tagwerk.spec.WorkspaceSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        footer = {
            "",
            "The quote as a page to put before whoever pays and whoever answers for the data: what runs where, under",
            "which law, what it costs at most, what was compared, what is assumed, dates and sources.",
            "Nothing is rented, and nothing is sent anywhere. Exits with 3 when every offer is refused, or the budget",
            "pays for none; the page says why.",
            "",
            "Examples:",
            "  tagwerk plan job.yaml --rate EUR/USD=0.86 --budget '15 EUR' --html",
            "  tagwerk plan job.yaml --residency eu --offer ovh-ai/GRA/l4-1-gpu --html --out for-finance.html",
            "  tagwerk plan job.yaml"
        })
final class PlanCommand implements Callable<Integer> {
    /** A page says within its first so many bytes what wrote it. */
    private static final int HEAD = 1024;

    private final Shell shell;
    @Mixin private final HelpOption help = new HelpOption();
    @Mixin private final JobSource source = new JobSource();
    @Mixin private final RateOption rates = new RateOption();
    @Mixin private final QuoteOptions options = new QuoteOptions();

    @Option(names = "--html", description = "write a page that stands alone, and prints on A4")
    private boolean html;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "the page's file (default: plan.html); means --html")
    private Optional<Path> out = Optional.empty();

    @Option(
            names = "--replace",
            description =
                    "replace FILE whatever it is; an earlier plan of this job is replaced anyway")
    private boolean replace;

    PlanCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        boolean page = html || out.isPresent();
        Path file = shell.resolve(out.orElse(Path.of("plan.html")));
        QuoteAnswer answer = new QuoteCommand(shell, source, rates, options).answer();
        if (page) {
            check(file, answer.job().name());
        }
        WorkspaceSettings settings = ProjectFile.settings(shell);
        PlanSheet sheet = new PlanWriter(shell, answer, settings).sheet();
        if (page) {
            PlanPage.of(sheet, answer.job().name()).write(file);
            sheet.summary().forEach(shell.out()::println);
            shell.out().println();
            shell.out().println("page: " + shell.shown(file));
        } else {
            PlanText.lines(sheet).forEach(shell.out()::println);
        }
        return answer.refused() ? ExitCode.REFUSED : ExitCode.DONE;
    }

    /** What is there and is no plan of this job stays, unless told otherwise. */
    private void check(Path file, String job) {
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        if (Files.isDirectory(file)) {
            throw CommandException.usage(
                    shell.shown(file) + " is a folder.",
                    "",
                    shell.command()
                            + " plan "
                            + source.file()
                            + " --out "
                            + shell.shown(file.resolve("plan.html")));
        }
        if (!replace && !isPlanOf(file, job)) {
            throw CommandException.usage(
                    shell.shown(file) + " is there, and is no plan of " + job + ".",
                    "only an earlier plan of the same job is replaced without being told to.",
                    shell.command()
                            + " plan "
                            + source.file()
                            + " --out ANOTHER.html, or --replace");
        }
    }

    private static boolean isPlanOf(Path file, String job) {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        try (var in = Files.newInputStream(file)) {
            String head = new String(in.readNBytes(HEAD), StandardCharsets.UTF_8);
            return head.contains("content=\"" + PlanPage.generator(job) + "\"");
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
