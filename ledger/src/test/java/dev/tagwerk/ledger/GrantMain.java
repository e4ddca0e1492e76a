package dev.tagwerk.ledger;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A process that settles runs, each of half an hour; prints how much it was given. */
public final class GrantMain {
    private GrantMain() {}

    public static void main(String[] arguments) {
        System.out.println(
                settle(Path.of(arguments[0]), arguments[1], Integer.parseInt(arguments[2])));
    }

    static BigDecimal settle(Path folder, String name, int runs) {
        GrantStore store = GrantStoreTest.store(folder);
        BigDecimal given = BigDecimal.ZERO;
        for (int i = 0; i < runs; i++) {
            Interval half = Interval.of(Shelf.START, Duration.ofMinutes(30));
            Bill bill = store.settle("prod", List.of(new Use(name + "-" + i, Shelf.T4, half)));
            given = given.add(bill.lines().getFirst().granted());
        }
        return given;
    }
}
