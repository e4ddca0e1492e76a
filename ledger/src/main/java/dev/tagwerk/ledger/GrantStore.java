package dev.tagwerk.ledger;

import dev.tagwerk.market.Grant;
import dev.tagwerk.runfolder.Disk;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.YearMonth;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The grants of subscriptions, kept on disk. Any number of threads and processes may use one: what
 * they do is done one after the other, so that no second is given twice. A run's claims are kept
 * under its name, and claiming again changes them.
 */
public final class GrantStore {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,127}");

    private final Path folder;
    private final List<Grant> grants;
    private final Disk disk;
    private final Clock clock;
    private final GrantFile file;

    /**
     * @param folder its owner's alone; it is made when something is kept
     * @param grants what the provider gives each month
     */
    public GrantStore(Path folder, List<Grant> grants, Disk disk, Clock clock) {
        this.folder = folder;
        this.grants = List.copyOf(grants);
        this.disk = disk;
        this.clock = clock;
        this.file = new GrantFile(folder, disk);
    }

    /**
     * What is left now, to reckon with: claims made on it are not kept.
     *
     * @param subscription a name of the user's for who pays
     */
    public GrantAccount account(String subscription) {
        return account(file.read(), subscription);
    }

    /**
     * Bills uses, and keeps what of the grant they got: before a run for the time that it may take,
     * after it for the time that it took. What its runs had been given before is given back first.
     */
    public Bill settle(String subscription, List<Use> uses) {
        named(subscription);
        uses.forEach(use -> named(use.job()));
        try (GrantLock _ = GrantLock.acquire(folder, disk)) {
            GrantFile.Loaded loaded = file.read();
            GrantAccount account = account(loaded, subscription);
            Map<GrantSlot, Map<String, BigDecimal>> before = account.claims();
            uses.stream().map(Use::job).distinct().forEach(account::release);
            Bill bill = Pricing.bill(uses, account);
            file.append(loaded, changes(subscription, before, account.claims()));
            return bill;
        }
    }

    /** Gives back all that a run was given, in every month: it did not run after all. */
    public void release(String subscription, String run) {
        named(subscription);
        named(run);
        try (GrantLock _ = GrantLock.acquire(folder, disk)) {
            GrantFile.Loaded loaded = file.read();
            GrantAccount account = account(loaded, subscription);
            Map<GrantSlot, Map<String, BigDecimal>> before = account.claims();
            account.release(run);
            file.append(loaded, changes(subscription, before, account.claims()));
        }
    }

    /**
     * Keeps what the subscription used otherwise in a month. What runs have been given stays theirs
     * until they are settled again.
     *
     * @param source who says so
     */
    public void usedByOthers(
            String subscription, Grant grant, YearMonth month, BigDecimal amount, String source) {
        named(subscription);
        if (amount.signum() < 0) {
            throw new LedgerException("a negative use of a grant: " + amount);
        }
        try (GrantLock _ = GrantLock.acquire(folder, disk)) {
            file.append(
                    file.read(),
                    List.of(
                            new GrantEntry.Used(
                                    now(), subscription, slot(grant, month), source, amount)));
        }
    }

    /** How much of each grant is left in a month, and who has the rest. */
    public List<GrantGauge> gauges(String subscription, YearMonth month) {
        GrantFile.Loaded loaded = file.read();
        Map<GrantSlot, Map<String, BigDecimal>> claims = account(loaded, subscription).claims();
        List<GrantGauge> gauges = new ArrayList<>();
        for (Grant grant : grants) {
            GrantSlot slot = slot(grant, month);
            Optional<GrantGauge.Others> others = Optional.empty();
            for (GrantEntry entry : loaded.entries()) {
                if (entry instanceof GrantEntry.Used used
                        && used.subscription().equals(subscription)
                        && used.slot().equals(slot)) {
                    others =
                            Optional.of(
                                    new GrantGauge.Others(used.amount(), used.at(), used.source()));
                }
            }
            Map<String, BigDecimal> runs = new HashMap<>();
            claims.getOrDefault(slot, Map.of())
                    .forEach(
                            (claim, amount) ->
                                    runs.merge(Claims.job(claim), amount, BigDecimal::add));
            gauges.add(new GrantGauge(grant, month, others, runs));
        }
        return gauges;
    }

    /** Of which subscriptions something is kept. */
    public List<String> subscriptions() {
        return List.copyOf(
                new TreeSet<>(
                        file.read().entries().stream().map(GrantEntry::subscription).toList()));
    }

    private static GrantSlot slot(Grant grant, YearMonth month) {
        return new GrantSlot(grant.service(), grant.unit(), month);
    }

    private GrantAccount account(GrantFile.Loaded loaded, String subscription) {
        GrantAccount account = new GrantAccount(grants);
        for (GrantEntry entry : loaded.entries()) {
            if (entry.subscription().equals(subscription)) {
                account.restore(entry);
            }
        }
        return account;
    }

    private List<GrantEntry> changes(
            String subscription,
            Map<GrantSlot, Map<String, BigDecimal>> before,
            Map<GrantSlot, Map<String, BigDecimal>> after) {
        List<GrantEntry> changes = new ArrayList<>();
        Instant now = now();
        TreeSet<GrantSlot> slots = new TreeSet<>(before.keySet());
        slots.addAll(after.keySet());
        for (GrantSlot slot : slots) {
            Map<String, BigDecimal> old = before.getOrDefault(slot, Map.of());
            Map<String, BigDecimal> given = after.getOrDefault(slot, Map.of());
            TreeSet<String> claims = new TreeSet<>(old.keySet());
            claims.addAll(given.keySet());
            for (String claim : claims) {
                BigDecimal amount = given.getOrDefault(claim, BigDecimal.ZERO);
                if (amount.compareTo(old.getOrDefault(claim, BigDecimal.ZERO)) != 0) {
                    changes.add(new GrantEntry.Claimed(now, subscription, slot, claim, amount));
                }
            }
        }
        return changes;
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    private static void named(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new LedgerException(
                    "subscriptions and runs are named by up to 128 letters, digits, dots, dashes"
                            + " and underscores");
        }
    }
}
