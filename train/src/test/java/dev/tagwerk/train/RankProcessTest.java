package dev.tagwerk.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What rank 0 makes of programs that are no good ranks. */
class RankProcessTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir Path folder;

    private Process process(String script) throws IOException {
        return RankLauncher.launch(
                List.of("sh", "-c", script), Map.of(), folder.resolve("rank-1.log"));
    }

    private RankProcess rank(Process process) {
        return new RankProcess(new Rank(1, 2), process, folder.resolve("rank-1.log"));
    }

    @Test
    void oneThatIsSilentIsNamedInTimeAndKilledInTheEnd() throws Exception {
        Process process = process("echo loading >&2; exec sleep 1000");
        RankProcess rank = rank(process);
        assertThatThrownBy(
                        () ->
                                rank.answer(
                                        RankAnswer.Computed.class,
                                        Duration.ofSeconds(1),
                                        "computing step 7"))
                .hasMessageContaining("Rank 1 of 2 (process " + process.pid() + ") has not")
                .hasMessageContaining("within 1 s (resources.process_timeout) while computing")
                .hasMessageContaining("rank-1.log):\n  loading");
        assertThat(rank.troubledAt()).isEmpty();
        rank.end("because");
        rank.awaitEnd();
        assertThat(process.isAlive()).isFalse();
    }

    @Test
    void oneThatEndsIsNamedWithItsExitCodeAndItsLastLines() throws Exception {
        RankProcess rank =
                rank(process("seq 1 30; echo '@rank checked abc'; echo last >&2; exit 3"));
        assertThat(rank.answer(RankAnswer.Checked.class, PATIENCE, "being compared"))
                .isEqualTo(new RankAnswer.Checked("abc"));
        assertThatThrownBy(() -> rank.answer(RankAnswer.Checked.class, PATIENCE, "evaluating"))
                .hasMessageContaining("ended with exit code 3 while evaluating")
                .hasMessageContaining("30")
                .hasMessageContaining("last")
                .hasMessageNotContaining("\n  15\n");
        assertThat(rank.troubledAt()).isPresent();
    }

    @Test
    void oneThatAnswersNonsenseIsNamed() throws Exception {
        RankProcess rank = rank(process("echo '@rank checked abc'; echo '@rank what'"));
        assertThatThrownBy(() -> rank.answer(RankAnswer.Computed.class, PATIENCE, "computing"))
                .hasMessageContaining("answered out of turn: @rank checked abc");
        assertThatThrownBy(() -> rank.answer(RankAnswer.Computed.class, PATIENCE, "computing"))
                .hasMessageContaining("Rank 1 of 2");
    }

    @Test
    void linesSayWhatTheyMean() {
        Scores.Builder scores = new Scores.Builder();
        scores.text(1.0 / 3, 5);
        scores.decision(Double.POSITIVE_INFINITY, true);
        for (RankAnswer answer :
                List.of(
                        new RankAnswer.Ready("0f", "ab"),
                        new RankAnswer.Computed(Double.NaN, 5, Long.MAX_VALUE),
                        new RankAnswer.Checked("ab"),
                        new RankAnswer.Evaluated(scores.build()),
                        new RankAnswer.Evaluated(new Scores(List.of())),
                        new RankAnswer.Failed("two\nlines and a \"quote\""))) {
            assertThat(answer.line()).doesNotContain("\n");
            assertThat(RankAnswer.read(answer.line())).contains(answer);
        }
        for (RankOrder order :
                List.of(
                        new RankOrder.Step(4, 3, 65536),
                        new RankOrder.Sum(),
                        new RankOrder.Check(),
                        new RankOrder.Evaluate(),
                        new RankOrder.End("rank 1 ended:\n  out of memory"))) {
            assertThat(order.line()).doesNotContain("\n");
            assertThat(RankOrder.read(order.line())).isEqualTo(order);
        }
        assertThat(RankAnswer.read("[Gloo] Rank 0 is connected")).isEmpty();
        assertThatThrownBy(() -> RankOrder.read("dance"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void scoresOfAllRanksStandInTheOrderOfTheRows() {
        List<Integer> rows = List.of(0, 1, 2, 3, 4);
        List<Scores> ranks = new java.util.ArrayList<>();
        for (int number = 0; number < 2; number++) {
            Scores.Builder own = new Scores.Builder();
            new Rank(number, 2).own(rows).forEach(row -> own.text(row, 1));
            ranks.add(own.build());
        }
        Scores.Builder all = new Scores.Builder();
        rows.forEach(row -> all.text(row, 1));
        assertThat(Scores.together(ranks)).isEqualTo(all.build());
        assertThat(all.build().outcome().loss()).isEqualTo(2);
    }
}
