package dev.tagwerk.kniffel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class GamesTest {
    private static final BatchDecider FIRST = questions -> new int[questions.size()];
    private static final BatchDecider LAST =
            questions ->
                    questions.stream()
                            .mapToInt(question -> question.actions().size() - 1)
                            .toArray();

    @Test
    void lockstepPlaysWhatSingleGamesWouldPlay() {
        double[] together = Games.play(Players.greedy(), 20, 3);
        assertThat(Games.play(Players.greedy(), 20, 3)).isEqualTo(together);
        assertThat(Games.play(Players.greedy(), 5, 3))
                .isEqualTo(java.util.Arrays.copyOf(together, 5));
        assertThat(Games.play(Players.greedy(), 20, 4)).isNotEqualTo(together);
    }

    @Test
    void playersMeetTheSameDice() {
        List<List<Dice>> firstThrows = new ArrayList<>();
        for (BatchDecider decider : List.of(FIRST, LAST)) {
            List<Dice> seen = new ArrayList<>();
            Games.play(
                    Players.deciding(decider),
                    1,
                    9,
                    (finished, all) -> {},
                    position -> {
                        if (position.rollsLeft() == 2) {
                            seen.add(position.dice());
                        }
                    });
            firstThrows.add(seen);
        }
        assertThat(firstThrows.get(0)).hasSize(13).isEqualTo(firstThrows.get(1));
    }

    @Test
    void decisionsComeInBatchesAndOnlyWhereThereIsAChoice() {
        List<Integer> batches = new ArrayList<>();
        List<Integer> progress = new ArrayList<>();
        BatchDecider counting =
                questions -> {
                    batches.add(questions.size());
                    assertThat(questions).allMatch(question -> question.actions().size() > 1);
                    return new int[questions.size()];
                };
        Games.play(
                Players.deciding(counting),
                50,
                1,
                (finished, all) -> {
                    progress.add(finished);
                    assertThat(all).isEqualTo(50 * 13);
                });
        // The first option keeps nothing while it can; in the last turn one box is left at the end.
        assertThat(batches).hasSize(38).allMatch(size -> size == 50);
        assertThat(progress).isSorted().endsWith(650);
    }

    @Test
    void strengthIsInTheExpectedOrder() {
        double random = mean(Players.random(1));
        double greedy = mean(Players.greedy());
        double candidates = mean(Players.optimumOverCandidates(Solved.OPTIMUM));
        double best = mean(Players.optimum(Solved.OPTIMUM));
        assertThat(random).isLessThan(100);
        assertThat(greedy).isBetween(130.0, 160.0);
        assertThat(candidates).isBetween(235.0, 257.0);
        assertThat(best).isBetween(235.0, 257.0);
    }

    private static double mean(Player player) {
        return java.util.Arrays.stream(Games.play(player, 300, 11)).average().orElseThrow();
    }

    @Test
    void greedyKeepsTheMostFrequentFaceTheHigherOfEquals() {
        assertThat(Players.greedy(new Position(Card.fresh(), Dice.of(2, 2, 5, 5, 6), 2)))
                .isEqualTo(new Action.Keep(Dice.of(5, 5)));
        assertThat(Players.greedy(new Position(Card.fresh(), Dice.of(1, 2, 3, 4, 6), 1)))
                .isEqualTo(new Action.Keep(Dice.of(6)));
        assertThat(Players.greedy(new Position(Card.fresh(), Dice.of(4, 4, 4, 4, 4), 1)))
                .isEqualTo(new Action.Fill(Box.KNIFFEL));
        assertThat(Players.greedy(new Position(Card.fresh(), Dice.of(1, 2, 3, 4, 6), 0)))
                .isEqualTo(new Action.Fill(Box.SMALL_STRAIGHT));
        Card rest = new Card(Box.KNIFFEL.bit() | Box.TWOS.bit(), 0, 0);
        assertThat(Players.greedy(new Position(rest, Dice.of(1, 3, 3, 4, 6), 0)))
                .isEqualTo(new Action.Fill(Box.TWOS));
    }

    @Test
    void answersThatAreNoneAreRefused() {
        assertThatThrownBy(() -> Games.play(Players.deciding(questions -> new int[0]), 2, 1))
                .hasMessageContaining("answered 0 of 2");
        assertThatThrownBy(() -> Games.play(Players.deciding(questions -> new int[] {99, 0}), 2, 1))
                .hasMessageContaining("chose option 99");
        assertThatThrownBy(() -> Games.play(Players.deciding(questions -> new int[] {-1, 0}), 2, 1))
                .hasMessageContaining("chose option -1");
        Player cheat =
                positions ->
                        positions.stream()
                                .map(position -> (Action) new Action.Keep(Dice.of(6, 6, 6, 6)))
                                .toList();
        assertThatThrownBy(() -> Games.play(cheat, 3, 1)).hasMessageContaining("not legal");
        assertThatThrownBy(() -> Games.play(positions -> List.of(), 3, 1))
                .hasMessageContaining("0 actions at 3 positions");
        assertThatThrownBy(() -> Games.play(Players.greedy(), 0, 1)).hasMessageContaining("count");
    }

    @Test
    void diceAreFair() {
        SeededRandom random = new SeededRandom(5);
        int[] counts = new int[7];
        for (int thrown = 0; thrown < 60_000; thrown++) {
            counts[random.nextFace()]++;
        }
        assertThat(counts[0]).isZero();
        for (int face = 1; face <= 6; face++) {
            assertThat(counts[face]).isBetween(9_700, 10_300);
        }
    }

    /** The published first outputs of SplitMix64 for seed 1234567. */
    @Test
    void theGeneratorIsSplitMix64() {
        SeededRandom random = new SeededRandom(1_234_567);
        assertThat(random.nextLong()).isEqualTo(6_457_827_717_110_365_317L);
        assertThat(random.nextLong()).isEqualTo(3_203_168_211_198_807_973L);
    }
}
