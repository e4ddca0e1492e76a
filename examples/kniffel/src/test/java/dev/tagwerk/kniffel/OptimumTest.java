package dev.tagwerk.kniffel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OptimumTest {
    private final Optimum optimum = Solved.OPTIMUM;

    @Test
    void theGameIsWorth245Point8708() {
        assertThat(optimum.expectation()).isCloseTo(245.8708, within(1e-4));
    }

    @Test
    void theNumberOfThreadsChangesNothing() {
        ValueTable alone = Solver.all(1);
        for (int open = 0; open <= Card.ALL_BOXES; open++) {
            for (int upper = 0; upper <= Card.BONUS_FROM; upper++) {
                if (alone.get(open, upper) != Solved.TABLE.get(open, upper)
                        && Reachable.upper(open, upper)) {
                    throw new AssertionError("differs at " + open + ", " + upper);
                }
            }
        }
    }

    /** Chances known in closed form: five of a kind in three throws, and the sum of best dice. */
    @Test
    void aLastBoxIsWorthWhatIsKnownOfIt() {
        assertThat(optimum.expectation(new Card(Box.KNIFFEL.bit(), 0, 0)))
                .isCloseTo(50 * 347_897 / 7_558_272.0, within(1e-4));
        // With two throws left a die stays from 5 on (worth 4.25 thrown twice more), then from 4.
        assertThat(optimum.expectation(new Card(Box.CHANCE.bit(), 0, 0)))
                .isCloseTo(5 * 14 / 3.0, within(1e-12));
        // Each die shows the face within three throws with probability 91/216.
        assertThat(optimum.expectation(new Card(Box.SIXES.bit(), 0, 0)))
                .isCloseTo(5 * 6 * 91 / 216.0, within(1e-12));
    }

    @Test
    void theBonusIsWorthItsPointsWhereItIsCertain() {
        double without = optimum.expectation(new Card(Box.CHANCE.bit(), 40, 40));
        assertThat(optimum.expectation(new Card(Box.CHANCE.bit(), 63, 63)))
                .isCloseTo(without + 35, within(1e-12));
    }

    @Test
    void everyPositionIsWorthItsBestAction() {
        PositionSource source = new PositionSource(optimum, Split.TRAIN, 3);
        for (int drawn = 0; drawn < 300; drawn++) {
            Position position = source.next();
            List<Action> legal = LegalActions.of(position);
            double best = Arrays.stream(optimum.values(position, legal)).max().orElseThrow();
            assertThat(optimum.expectedTotal(position) - position.card().points())
                    .isCloseTo(best, within(1e-9));
            assertThat(optimum.values(position, List.of(optimum.best(position)))[0])
                    .isCloseTo(best, within(1e-9));
            assertThat(optimum.regrets(position, legal))
                    .satisfies(regrets -> assertThat(Arrays.stream(regrets).min()).hasValue(0));
        }
    }

    @Test
    void gainOfRollingComparesTheBestOfBoth() {
        PositionSource source = new PositionSource(optimum, Split.TRAIN, 4);
        for (int drawn = 0; drawn < 300; drawn++) {
            Position position = source.next();
            if (position.rollsLeft() == 0) {
                continue;
            }
            double roll = Double.NEGATIVE_INFINITY;
            double stop = Double.NEGATIVE_INFINITY;
            for (Action action : LegalActions.of(position)) {
                double value = optimum.values(position, List.of(action))[0];
                switch (action) {
                    case Action.Keep keep -> roll = Math.max(roll, value);
                    case Action.Fill fill -> stop = Math.max(stop, value);
                }
            }
            assertThat(optimum.gainOfRolling(position)).isCloseTo(roll - stop, within(1e-9));
        }
    }

    @Test
    void illegalActionsHaveNoValue() {
        Position last = new Position(Card.fresh(), Dice.of(1, 2, 3, 4, 6), 0);
        assertThatThrownBy(() -> optimum.values(last, List.of(new Action.Keep(Dice.of(1)))))
                .hasMessageContaining("keep 1 is not legal");
        assertThatThrownBy(() -> optimum.gainOfRolling(last)).hasMessageContaining("no throw");
    }

    @Test
    void valuesSurviveTheFile(@TempDir Path folder) {
        Path file = folder.resolve("new/values.bin");
        ValueFile.write(file, Solved.TABLE);
        ValueTable read = ValueFile.read(file).orElseThrow();
        for (int open = 0; open <= Card.ALL_BOXES; open += 37) {
            for (int upper = 0; upper <= Card.BONUS_FROM; upper++) {
                assertThat(Double.compare(read.get(open, upper), Solved.TABLE.get(open, upper)))
                        .isZero();
            }
        }
        assertThat(Optimum.cached(file, 2).expectation()).isEqualTo(optimum.expectation());
    }

    @Test
    void damagedFilesAreNotBelieved(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("values.bin");
        assertThat(ValueFile.read(file)).isEmpty();
        ValueFile.write(file, Solved.TABLE);
        byte[] good = Files.readAllBytes(file);

        for (int at : new int[] {0, 7, 8, good.length / 2, good.length - 1}) {
            byte[] bad = good.clone();
            bad[at] ^= 1;
            Files.write(file, bad);
            assertThat(ValueFile.read(file)).as("byte %d", at).isEmpty();
        }
        for (int length : new int[] {0, 1, 40, good.length - 1}) {
            Files.write(file, Arrays.copyOf(good, length));
            assertThat(ValueFile.read(file)).as("length %d", length).isEmpty();
        }
        Files.write(file, Arrays.copyOf(good, good.length + 1));
        assertThat(Optimum.cached(file, 2).expectation()).isEqualTo(optimum.expectation());
        assertThat(Files.readAllBytes(file)).isEqualTo(good);
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).containsExactly(file);
        }
    }

    @Test
    void anUnwritablePlaceIsNamed(@TempDir Path folder) throws Exception {
        Path blocked = Files.createFile(folder.resolve("blocked"));
        assertThatThrownBy(() -> ValueFile.write(blocked.resolve("values.bin"), Solved.TABLE))
                .isInstanceOf(KniffelException.class)
                .hasMessageContaining("blocked")
                .hasMessageContaining("choose a folder");
    }
}
