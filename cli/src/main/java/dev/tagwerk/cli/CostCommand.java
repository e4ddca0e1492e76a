package dev.tagwerk.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tagwerk.ledger.GrantGauge;
import dev.tagwerk.market.Grant;
import java.math.BigDecimal;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(footer = {"", "Example:", "  tagwerk cost grant"})
final class CostCommand implements Callable<Integer> {
    private final Shell shell;
    @Mixin private final HelpOption help = new HelpOption();

    CostCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        throw CommandException.usage(
                "cost wants a subcommand.", "", shell.command() + " cost grant");
    }

    @Command(
            name = "grant",
            description = "what is left of a subscription's free grant this month, and who had it",
            footer = {
                "",
                "A grant belongs to a subscription and a calendar month in UTC; all that the",
                "subscription does shares it. What others use is not known here: say it with --used.",
                "",
                "Examples:",
                "  tagwerk cost grant",
                "  tagwerk cost grant --used vcpu-seconds=90000,gib-seconds=0",
                "  tagwerk cost grant --subscription prod --month 2026-12 --json"
            })
    int grant(
            @Mixin HelpOption grantHelp,
            @Option(
                            names = "--subscription",
                            paramLabel = "NAME",
                            description =
                                    "whose grant; unless told, the subscription of tagwerk.yaml,"
                                            + " else 'default'")
                    Optional<String> subscription,
            @Option(
                            names = "--month",
                            paramLabel = "2026-12",
                            description = "which month, in UTC; this one unless told")
                    Optional<String> month,
            @Option(
                            names = "--used",
                            paramLabel = "vcpu-seconds=90000",
                            description =
                                    "keep what others of the subscription have used in that month:"
                                            + " 0, 40%%, all, or amounts; it replaces what was said"
                                            + " before")
                    Optional<String> used,
            @Option(names = "--json", description = "print JSON") boolean json) {
        GrantLedger ledger =
                GrantLedger.open(shell, name(subscription), ProjectFile.settings(shell));
        YearMonth of = month.map(this::month).orElseGet(this::thisMonth);
        used.ifPresent(text -> keep(ledger, of, text));
        List<GrantGauge> gauges = ledger.gauges(of);
        if (json) {
            ObjectNode node = GrantText.json(ledger.subscription(), of, gauges);
            Json.print(shell, node);
        } else {
            GrantText.lines(shell, ledger.subscription(), of, gauges).forEach(shell.out()::println);
        }
        return ExitCode.DONE;
    }

    private static void keep(GrantLedger ledger, YearMonth month, String text) {
        List<Grant> grants = GrantLedger.counted();
        GrantUsed used = GrantUsed.parse("--used", text, grants);
        for (Grant grant : grants) {
            BigDecimal amount = used.used().get(grant.unit());
            if (amount != null) {
                ledger.usedByOthers(grant, month, amount, "cost grant --used");
            }
        }
    }

    static Optional<String> name(Optional<String> subscription) {
        return subscription.map(
                text -> {
                    if (text.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,62}")) {
                        return text;
                    }
                    throw CommandException.usage(
                            "--subscription: '" + Redaction.printable(text) + "' is no name.",
                            "it is a name of your own, of letters, digits, dots, dashes and"
                                    + " underscores.",
                            "");
                });
    }

    private YearMonth thisMonth() {
        return YearMonth.now(shell.clock().withZone(ZoneOffset.UTC));
    }

    private YearMonth month(String text) {
        try {
            YearMonth month = YearMonth.parse(text.strip());
            if (month.getYear() >= 2000 && month.getYear() < 2200) {
                return month;
            }
        } catch (DateTimeParseException noMonth) {
            // said below
        }
        throw CommandException.usage(
                "--month: '" + Redaction.printable(text) + "' is no month.",
                "it is written as in --month " + thisMonth() + ".",
                "");
    }
}
