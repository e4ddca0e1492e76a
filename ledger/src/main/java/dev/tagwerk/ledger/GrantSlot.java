package dev.tagwerk.ledger;

import dev.tagwerk.market.Unit;
import java.time.YearMonth;

/** One unit of one service's grant in one calendar month (UTC). */
record GrantSlot(String service, Unit unit, YearMonth month) {}
