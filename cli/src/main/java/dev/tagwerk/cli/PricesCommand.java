package dev.tagwerk.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tagwerk.engine.Workspace;
import dev.tagwerk.market.PriceBook;
import dev.tagwerk.pricefeed.Change;
import dev.tagwerk.pricefeed.FeedException;
import dev.tagwerk.pricefeed.PriceStore;
import dev.tagwerk.pricefeed.Publishers;
import dev.tagwerk.pricefeed.Refresh;
import dev.tagwerk.pricefeed.RefreshReport;
import java.net.URI;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        footer = {
            "",
            "refresh reads today's prices and exchange rate into the workspace; nothing else about prices uses the network.",
            "TAGWERK_AZURE_PRICES_URL, TAGWERK_OVH_CATALOGUE_URL and TAGWERK_ECB_RATES_URL name mirrors.",
            "",
            "Examples:",
            "  tagwerk prices refresh",
            "  tagwerk prices list --service azure-files"
        })
final class PricesCommand implements Callable<Integer> {
    /** How many changes are printed before the rest is only counted. */
    private static final int SHOWN = 40;

    private final Shell shell;
    @Mixin private final HelpOption help = new HelpOption();

    PricesCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        throw CommandException.usage(
                "prices wants a subcommand.", "", shell.command() + " prices refresh");
    }

    /** What was read before, in the workspace of the current folder. */
    static PriceStore store(Shell shell) {
        return new PriceStore(Workspace.find(shell.directory()).root().resolve("prices"));
    }

    /** The shipped prices, and over them those that were read. */
    static PriceBook book(Shell shell) {
        try {
            return store(shell).book();
        } catch (FeedException e) {
            throw failed(shell, e);
        }
    }

    @Command(
            name = "refresh",
            description = "read today's prices from Azure and OVHcloud, and the ECB's dollar",
            footer = {"", "Example:", "  tagwerk prices refresh --json"})
    int refresh(
            @Mixin HelpOption refreshHelp,
            @Option(names = "--all", description = "print every change") boolean all,
            @Option(names = "--json", description = "print JSON") boolean json) {
        RefreshReport report;
        try {
            report =
                    Refresh.run(
                            publishers(),
                            store(shell),
                            shell.clock(),
                            shell.environment(),
                            who -> {
                                shell.err().println("reading: " + who);
                                shell.err().flush();
                            });
        } catch (FeedException e) {
            throw failed(shell, e);
        }
        if (json) {
            Json.print(shell, node(report));
        } else {
            print(report, all);
        }
        return report.failures().isEmpty() ? ExitCode.DONE : ExitCode.FAILED;
    }

    @Command(
            name = "list",
            description = "every price that is known, storage and traffic too, with its source",
            footer = {
                "",
                "Example:",
                "  tagwerk prices list --service azure-files --region eastus"
            })
    int list(
            @Mixin HelpOption listHelp,
            @Option(
                            names = "--service",
                            paramLabel = "NAME",
                            description = "of this service, e.g. azure-container-apps, azure-files")
                    Optional<String> service,
            @Option(
                            names = "--region",
                            paramLabel = "REGION",
                            description = "of this region, and those that hold in every region")
                    Optional<String> region,
            @Option(names = "--json", description = "print JSON") boolean json) {
        PriceRows all =
                PriceRows.of(
                        book(shell), LocalDate.ofInstant(shell.clock().instant(), ZoneOffset.UTC));
        PriceRows wanted = all.only(service, region);
        if (wanted.rows().isEmpty()) {
            throw CommandException.usage(
                    "no price is known of it.",
                    "services: " + String.join(", ", all.services()) + ".",
                    shell.command() + " prices list");
        }
        if (json) {
            Json.print(shell, wanted.json());
        } else {
            wanted.lines().forEach(shell.out()::println);
        }
        return ExitCode.DONE;
    }

    static CommandException failed(Shell shell, FeedException e) {
        return CommandException.failed(
                String.valueOf(e.getMessage()), "", shell.command() + " prices refresh");
    }

    private Publishers publishers() {
        return new Publishers(
                address("TAGWERK_AZURE_PRICES_URL", Publishers.REAL.azure()),
                address("TAGWERK_OVH_CATALOGUE_URL", Publishers.REAL.ovh()),
                address("TAGWERK_ECB_RATES_URL", Publishers.REAL.ecb()));
    }

    private URI address(String name, URI usual) {
        String told = shell.environment().getOrDefault(name, "");
        if (told.isEmpty()) {
            return usual;
        }
        try {
            URI address = URI.create(told);
            if (address.getHost() != null && told.matches("(?i)https?://.*")) {
                return address;
            }
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(
                    name + " is no address: " + Redaction.printable(told), "", "");
        }
        throw CommandException.usage(
                name + " is no address of http: " + Redaction.printable(told), "", "");
    }

    private void print(RefreshReport report, boolean all) {
        int shown = all ? report.changes().size() : SHOWN;
        for (Change change : report.changes().stream().limit(shown).toList()) {
            shell.out()
                    .println(
                            change.what()
                                    + ": "
                                    + change.before().map(before -> before + " -> ").orElse("new, ")
                                    + change.now());
        }
        if (report.changes().size() > shown) {
            shell.out()
                    .println(
                            "and "
                                    + (report.changes().size() - shown)
                                    + " more changes (--all prints them)");
        }
        for (String doubt : report.doubts()) {
            shell.out().println("not believed: " + Redaction.printable(doubt));
        }
        for (String failure : report.failures()) {
            shell.out().println("not read: " + Redaction.printable(failure));
        }
        shell.out()
                .println(
                        report.read()
                                + " prices and rates read, "
                                + report.changes().size()
                                + " changed"
                                + (report.failures().isEmpty()
                                        ? ""
                                        : "; what could not be read stays as it was"));
    }

    private static ObjectNode node(RefreshReport report) {
        ObjectNode node = Json.object().put("read", report.read());
        ArrayNode changes = node.putArray("changes");
        for (Change change : report.changes()) {
            ObjectNode one = changes.addObject().put("what", change.what());
            change.before().ifPresent(before -> one.put("before", before));
            one.put("now", change.now()).put("source", change.source());
        }
        report.doubts().forEach(node.putArray("doubts")::add);
        report.failures().forEach(node.putArray("failures")::add);
        return node;
    }
}
