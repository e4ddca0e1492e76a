package dev.tagwerk.ledger;

import dev.tagwerk.market.Grant;
import dev.tagwerk.market.Unit;
import java.math.BigDecimal;
import java.time.YearMonth;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is left of one subscription's free grants, month by month. A job's claim is kept under its
 * name: claiming again, with more or less, changes the claim instead of adding one, so that no
 * second is given twice. Safe for any number of threads.
 */
public final class GrantAccount {
    private final Map<GrantSlot, Map<String, BigDecimal>> claims = new HashMap<>();
    private final Map<GrantSlot, BigDecimal> usedByOthers = new HashMap<>();
    private final List<Grant> grants;

    /**
     * @param grants what the provider gives each month
     */
    public GrantAccount(List<Grant> grants) {
        this.grants = List.copyOf(grants);
    }

    /** The same account, of which claims may be tried out. */
    public synchronized GrantAccount copy() {
        GrantAccount copy = new GrantAccount(grants);
        claims.forEach((slot, here) -> copy.claims.put(slot, new HashMap<>(here)));
        copy.usedByOthers.putAll(usedByOthers);
        return copy;
    }

    /** Whether anything is free of such a meter at all. */
    boolean gives(String service, Unit unit) {
        return grants.stream()
                .anyMatch(
                        one ->
                                one.service().equals(service)
                                        && one.unit() == unit
                                        && one.amount().signum() > 0);
    }

    /** What the subscription used otherwise; it is taken off before any job of ours gets some. */
    public synchronized void usedByOthers(
            String service, Unit unit, YearMonth month, BigDecimal amount) {
        if (amount.signum() < 0) {
            throw new LedgerException("a negative use of a grant: " + amount);
        }
        usedByOthers.put(new GrantSlot(service, unit, month), amount);
    }

    /**
     * Gives a job as much as is left of what it wants.
     *
     * @param wanted all that the job used in that month, not what it used since it last asked
     * @return how much of that is free: never negative, never more than wanted
     */
    public synchronized BigDecimal claim(
            String job, String service, Unit unit, YearMonth month, BigDecimal wanted) {
        if (wanted.signum() < 0) {
            throw new LedgerException(job + " claims " + wanted + " " + unit);
        }
        GrantSlot slot = new GrantSlot(service, unit, month);
        Map<String, BigDecimal> here = claims.computeIfAbsent(slot, none -> new HashMap<>());
        here.remove(job);
        BigDecimal given = wanted.min(left(slot));
        here.put(job, given);
        return given;
    }

    /** Gives back all that a job has claimed. */
    synchronized void release(String job) {
        claims.values().forEach(here -> here.keySet().removeIf(claim -> Claims.isOf(claim, job)));
    }

    /** Takes over what was kept: what a job had been given, or what others used. */
    synchronized void restore(GrantEntry entry) {
        switch (entry) {
            case GrantEntry.Claimed claimed ->
                    claims.computeIfAbsent(claimed.slot(), none -> new HashMap<>())
                            .put(claimed.claim(), claimed.amount());
            case GrantEntry.Used used -> usedByOthers.put(used.slot(), used.amount());
        }
    }

    /** What is claimed of each grant, by the claims' names; those of nothing left out. */
    synchronized Map<GrantSlot, Map<String, BigDecimal>> claims() {
        Map<GrantSlot, Map<String, BigDecimal>> copy = new HashMap<>();
        claims.forEach(
                (slot, here) -> {
                    Map<String, BigDecimal> some = new HashMap<>(here);
                    some.values().removeIf(amount -> amount.signum() == 0);
                    if (!some.isEmpty()) {
                        copy.put(slot, some);
                    }
                });
        return copy;
    }

    /** What nobody has claimed; zero where the service gives nothing. */
    public synchronized BigDecimal left(String service, Unit unit, YearMonth month) {
        return left(new GrantSlot(service, unit, month));
    }

    private BigDecimal left(GrantSlot slot) {
        BigDecimal left =
                allowance(slot).subtract(usedByOthers.getOrDefault(slot, BigDecimal.ZERO));
        for (BigDecimal claimed : claims.getOrDefault(slot, Map.of()).values()) {
            left = left.subtract(claimed);
        }
        return left.max(BigDecimal.ZERO);
    }

    private BigDecimal allowance(GrantSlot slot) {
        Optional<Grant> grant =
                grants.stream()
                        .filter(
                                one ->
                                        one.service().equals(slot.service())
                                                && one.unit() == slot.unit())
                        .findFirst();
        return grant.map(Grant::amount).orElse(BigDecimal.ZERO);
    }
}
