package dev.tagwerk.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tagwerk.market.Grant;
import dev.tagwerk.market.Unit;
import dev.tagwerk.runfolder.Disk;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GrantStoreTest {
    private static final YearMonth OCTOBER = YearMonth.of(2026, 10);
    private static final Grant PROCESSOR = Grant.of(Shelf.ACA).getFirst();
    @TempDir private Path folder;
    private GrantStore store;

    @BeforeEach
    void open() {
        store = store(folder);
    }

    static GrantStore store(Path folder) {
        return new GrantStore(
                folder.resolve("ledger"),
                Grant.of(Shelf.ACA),
                Disk.real(),
                Clock.fixed(Instant.parse("2026-10-05T12:00:00Z"), ZoneOffset.UTC));
    }

    private static Use use(String run, String start, Duration length) {
        return new Use(run, Shelf.T4, Interval.of(Instant.parse(start), length));
    }

    private static Use hours(String run, long hours) {
        return use(run, "2026-10-01T00:00:00Z", Duration.ofHours(hours));
    }

    private GrantGauge processor(YearMonth month) {
        return store(folder).gauges("prod", month).getFirst();
    }

    private Path file() {
        return folder.resolve("ledger/grants.jsonl");
    }

    @Test
    void whatOneRunWasGivenAnotherIsNot() {
        store.settle("prod", List.of(hours("one", 4)));
        Bill second = store(folder).settle("prod", List.of(hours("two", 4)));
        assertThat(second.lines().getFirst().granted()).isEqualByComparingTo("64800");
        assertThat(processor(OCTOBER).left()).isZero();
        assertThat(processor(OCTOBER).runs())
                .containsOnlyKeys("one", "two")
                .allSatisfy((run, given) -> assertThat(given).isPositive());
        // another subscription has a grant of its own
        assertThat(store.settle("other", List.of(hours("two", 4))).lines().getFirst().granted())
                .isEqualByComparingTo("115200");
        assertThat(store.subscriptions()).containsExactly("other", "prod");
    }

    @Test
    void settlingAgainChangesAndDoesNotAdd() throws Exception {
        Bill first = store.settle("prod", List.of(hours("one", 4)));
        String written = Files.readString(file());
        assertThat(store.settle("prod", List.of(hours("one", 4)))).isEqualTo(first);
        assertThat(Files.readString(file())).isEqualTo(written);
        store.settle("prod", List.of(hours("one", 1)));
        assertThat(processor(OCTOBER).left()).isEqualByComparingTo("151200");
        assertThat(Files.readString(file())).startsWith(written);
    }

    @Test
    void whatWasReservedAndNotUsedIsGivenBackInEveryMonth() {
        store.settle("prod", List.of(use("one", "2026-10-31T22:00:00Z", Duration.ofHours(6))));
        assertThat(processor(OCTOBER).left()).isEqualByComparingTo("122400");
        assertThat(processor(OCTOBER.plusMonths(1)).left()).isEqualByComparingTo("64800");
        store.settle("prod", List.of(use("one", "2026-10-31T22:00:00Z", Duration.ofHours(1))));
        assertThat(processor(OCTOBER).left()).isEqualByComparingTo("151200");
        assertThat(processor(OCTOBER.plusMonths(1)).left()).isEqualByComparingTo("180000");
        store.release("prod", "one");
        assertThat(processor(OCTOBER).left()).isEqualByComparingTo("180000");
        assertThat(processor(OCTOBER).runs()).isEmpty();
    }

    @Test
    void othersComeFirst() {
        store.usedByOthers("prod", PROCESSOR, OCTOBER, BigDecimal.valueOf(90_000), "--used");
        Bill bill = store.settle("prod", List.of(hours("one", 4)));
        assertThat(bill.lines().getFirst().granted()).isEqualByComparingTo("90000");
        GrantGauge gauge = processor(OCTOBER);
        assertThat(gauge.others().orElseThrow().source()).isEqualTo("--used");
        assertThat(gauge.others().orElseThrow().day()).isEqualTo(LocalDate.of(2026, 10, 5));
        assertThat(gauge.overdrawn()).isZero();
        assertThat(gauge.renews()).isEqualTo(LocalDate.of(2026, 11, 1));
        // said anew, and more than a run had left for them
        store.usedByOthers("prod", PROCESSOR, OCTOBER, BigDecimal.valueOf(120_000), "--used");
        assertThat(processor(OCTOBER).left()).isZero();
        assertThat(processor(OCTOBER).overdrawn()).isEqualByComparingTo("30000");
        store.settle("prod", List.of(hours("one", 4)));
        assertThat(processor(OCTOBER).overdrawn()).isZero();
        assertThat(processor(OCTOBER).runs().get("one")).isEqualByComparingTo("60000");
    }

    @Test
    void reckoningWithACopyKeepsNothing() {
        store.settle("prod", List.of(hours("one", 4)));
        GrantAccount copy = store.account("prod");
        Pricing.bill(List.of(hours("asked", 4)), copy);
        assertThat(copy.left(Shelf.ACA, Unit.VCPU_SECOND, OCTOBER)).isZero();
        assertThat(processor(OCTOBER).left()).isEqualByComparingTo("64800");
    }

    @Test
    void onlyItsOwnerMayLook() throws Exception {
        store.settle("prod", List.of(hours("one", 1)));
        for (Map.Entry<Path, String> one :
                Map.of(
                                folder.resolve("ledger"), "rwx------",
                                file(), "rw-------",
                                folder.resolve("ledger/grants.lock"), "rw-------")
                        .entrySet()) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(one.getKey())))
                    .as(one.getKey().toString())
                    .isEqualTo(one.getValue());
        }
    }

    @Test
    void aTornLastLineIsNoneAndTheNextWriterCutsItOff() throws Exception {
        store.settle("prod", List.of(hours("one", 4)));
        String whole = Files.readString(file());
        for (int cut = 1; cut < whole.length(); cut += 7) {
            Files.writeString(file(), whole + whole.substring(0, cut).strip().replace("\n", ""));
            assertThat(processor(OCTOBER).left()).isEqualByComparingTo("64800");
        }
        store.settle("prod", List.of(hours("two", 1)));
        assertThat(Files.readString(file())).startsWith(whole).endsWith("\n");
        assertThat(processor(OCTOBER).left()).isEqualByComparingTo("36000");
    }

    @Test
    void aDamagedLineIsNamedAndNothingIsReckoned() throws Exception {
        store.settle("prod", List.of(hours("one", 1)));
        for (String damage :
                List.of(
                        "{}",
                        "nonsense",
                        "{\"kind\":\"claim\",\"amount\":-1}",
                        Files.readAllLines(file()).getFirst().replace("\"claim\"", "\"gift\""),
                        Files.readAllLines(file()).getFirst().replace("2026-10\"", "2026-13\""),
                        Files.readAllLines(file()).getFirst().replace("28800", "1e99"))) {
            String before = Files.readString(file());
            Files.writeString(file(), damage + "\n", StandardOpenOption.APPEND);
            assertThatThrownBy(() -> store.account("prod"))
                    .as(damage)
                    .isInstanceOf(LedgerException.class)
                    .hasMessageContaining("grants.jsonl:3 is damaged")
                    .hasMessageContaining("cost grant --used");
            assertThatThrownBy(() -> store.settle("prod", List.of(hours("two", 1))))
                    .isInstanceOf(LedgerException.class);
            Files.writeString(file(), before);
        }
    }

    @Test
    void namesAreNames() {
        assertThatThrownBy(() -> store.settle("a b", List.of(hours("one", 1))))
                .isInstanceOf(LedgerException.class);
        assertThatThrownBy(() -> store.settle("prod", List.of(hours("a@b", 1))))
                .isInstanceOf(LedgerException.class);
        assertThatThrownBy(
                        () ->
                                store.usedByOthers(
                                        "prod", PROCESSOR, OCTOBER, BigDecimal.valueOf(-1), "x"))
                .isInstanceOf(LedgerException.class);
    }

    @Test
    void nothingIsMadeByLooking() {
        assertThat(processor(OCTOBER).left()).isEqualByComparingTo("180000");
        assertThat(folder.resolve("ledger")).doesNotExist();
    }
}
