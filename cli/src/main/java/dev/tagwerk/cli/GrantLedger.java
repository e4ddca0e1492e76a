package dev.tagwerk.cli;

import dev.tagwerk.engine.Workspace;
import dev.tagwerk.ledger.GrantAccount;
import dev.tagwerk.ledger.GrantGauge;
import dev.tagwerk.ledger.GrantStore;
import dev.tagwerk.ledger.LedgerException;
import dev.tagwerk.market.Grant;
import dev.tagwerk.runfolder.Disk;
import dev.tagwerk.spec.WorkspaceSettings;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The workspace's account of one subscription's free grants. */
record GrantLedger(Shell shell, GrantStore store, String subscription) {
    private static final String USUAL = "default";

    /**
     * Opens the account.
     *
     * @param subscription as it was asked for; else the project's
     */
    static GrantLedger open(
            Shell shell, Optional<String> subscription, WorkspaceSettings settings) {
        GrantStore store =
                new GrantStore(
                        Workspace.find(shell.directory()).root().resolve("ledger"),
                        counted(),
                        Disk.real(),
                        shell.clock());
        return new GrantLedger(shell, store, subscription.or(settings::subscription).orElse(USUAL));
    }

    /** Grants of what runs use by time; requests and the like are not counted. */
    static List<Grant> counted() {
        return Grant.all().stream()
                .filter(grant -> grant.amount().signum() > 0 && grant.unit().seconds() > 0)
                .toList();
    }

    /** What is left, to reckon with; nothing that is claimed of it is kept. */
    GrantAccount account() {
        try {
            return store.account(subscription);
        } catch (LedgerException damaged) {
            throw failed(damaged);
        }
    }

    List<GrantGauge> gauges(YearMonth month) {
        try {
            return store.gauges(subscription, month);
        } catch (LedgerException damaged) {
            throw failed(damaged);
        }
    }

    void usedByOthers(Grant grant, YearMonth month, BigDecimal amount, String source) {
        try {
            store.usedByOthers(subscription, grant, month, amount, source);
        } catch (LedgerException failure) {
            throw failed(failure);
        }
    }

    /** How much of a month's grant counts as used, in words. */
    String words(YearMonth month) {
        List<String> used = new ArrayList<>();
        for (GrantGauge gauge : gauges(month)) {
            if (gauge.used().signum() > 0) {
                used.add(amount(gauge.used()) + " " + gauge.grant().unit() + "s");
            }
        }
        return used.isEmpty()
                ? GrantUsed.NOTHING
                : String.join(" and ", used)
                        + " of it are used, as `cost grant` has it (subscription "
                        + subscription
                        + ")";
    }

    static String amount(BigDecimal amount) {
        BigDecimal rounded = amount.setScale(2, RoundingMode.HALF_UP).stripTrailingZeros();
        return String.format(Locale.ROOT, "%,." + Math.max(0, rounded.scale()) + "f", rounded);
    }

    private CommandException failed(LedgerException failure) {
        return CommandException.failed(
                failure.getMessage() + ".", "", shell.command() + " cost grant --help");
    }
}
