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
    private record Slot(String service, Unit unit, YearMonth month) {}

    private final Map<Slot, Map<String, BigDecimal>> claims = new HashMap<>();
    private final Map<Slot, BigDecimal> usedByOthers = new HashMap<>();
    private final List<Grant> grants;

    /**
     * @param grants what the provider gives each month
     */
    public GrantAccount(List<Grant> grants) {
        this.grants = List.copyOf(grants);
    }

    /** What the subscription used otherwise; it is taken off before any job of ours gets some. */
    public synchronized void usedByOthers(
            String service, Unit unit, YearMonth month, BigDecimal amount) {
        if (amount.signum() < 0) {
            throw new LedgerException("a negative use of a grant: " + amount);
        }
        usedByOthers.put(new Slot(service, unit, month), amount);
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
        Slot slot = new Slot(service, unit, month);
        Map<String, BigDecimal> here = claims.computeIfAbsent(slot, none -> new HashMap<>());
        here.remove(job);
        BigDecimal given = wanted.min(left(slot));
        here.put(job, given);
        return given;
    }

    /** What nobody has claimed; zero where the service gives nothing. */
    public synchronized BigDecimal left(String service, Unit unit, YearMonth month) {
        return left(new Slot(service, unit, month));
    }

    private BigDecimal left(Slot slot) {
        BigDecimal left =
                allowance(slot).subtract(usedByOthers.getOrDefault(slot, BigDecimal.ZERO));
        for (BigDecimal claimed : claims.getOrDefault(slot, Map.of()).values()) {
            left = left.subtract(claimed);
        }
        return left.max(BigDecimal.ZERO);
    }

    private BigDecimal allowance(Slot slot) {
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
