package dev.tagwerk.cli;

import dev.tagwerk.ledger.GrantAccount;
import dev.tagwerk.market.Grant;
import dev.tagwerk.market.Unit;
import java.math.BigDecimal;
import java.time.YearMonth;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What {@code --grant-used} says: {@code 0}, {@code 40%}, {@code all}, or amounts such as {@code
 * vcpu-seconds=90000,gib-seconds=0}.
 *
 * @param used by unit; what is not in it counts as unused
 * @param words as it is told to people
 */
record GrantUsed(Map<Unit, BigDecimal> used, String words) {
    static final String NOTHING = "nothing of it is used yet";
    private static final Pattern PERCENT = Pattern.compile("([0-9]{1,3}(?:\\.[0-9]{1,6})?)\\s*%");
    private static final Pattern AMOUNT =
            Pattern.compile("(vcpu|gib)-seconds=([0-9]{1,12}(?:\\.[0-9]{1,6})?)");

    /** Reads what was typed behind {@code option}. */
    static GrantUsed parse(String option, String text, List<Grant> grants) {
        String small = text.strip().toLowerCase(Locale.ROOT);
        if (small.equals("0") || small.equals("none")) {
            Map<Unit, BigDecimal> nothing = new LinkedHashMap<>();
            grants.forEach(grant -> nothing.put(grant.unit(), BigDecimal.ZERO));
            return new GrantUsed(nothing, NOTHING);
        }
        Matcher percent = PERCENT.matcher(small.equals("all") ? "100%" : small);
        if (percent.matches()) {
            BigDecimal share = new BigDecimal(percent.group(1)).movePointLeft(2);
            if (share.compareTo(BigDecimal.ONE) > 0) {
                throw mistake(option, text);
            }
            Map<Unit, BigDecimal> used = new LinkedHashMap<>();
            grants.forEach(grant -> used.put(grant.unit(), grant.amount().multiply(share)));
            return new GrantUsed(
                    used,
                    share.movePointRight(2).stripTrailingZeros().toPlainString()
                            + " % of it is used already");
        }
        Map<Unit, BigDecimal> used = new LinkedHashMap<>();
        for (String part : small.split(",")) {
            Matcher amount = AMOUNT.matcher(part.strip());
            if (!amount.matches()) {
                throw mistake(option, text);
            }
            used.put(
                    amount.group(1).equals("vcpu") ? Unit.VCPU_SECOND : Unit.GIB_SECOND,
                    new BigDecimal(amount.group(2)));
        }
        return new GrantUsed(used, "used already: " + small);
    }

    /** An account of which so much is used in a month; later months are untouched. */
    GrantAccount account(List<Grant> grants, YearMonth month) {
        GrantAccount account = new GrantAccount(grants);
        for (Grant grant : grants) {
            if (used.containsKey(grant.unit())) {
                account.usedByOthers(grant.service(), grant.unit(), month, used.get(grant.unit()));
            }
        }
        return account;
    }

    private static CommandException mistake(String option, String text) {
        return CommandException.usage(
                option + ": '" + text + "' is not understood.",
                "it is written as in "
                        + option
                        + " 0, 40%, all, or"
                        + " vcpu-seconds=90000,gib-seconds=180000.",
                "");
    }
}
