package dev.tagwerk.kniffel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KniffelDataTest {
    private static final JsonMapper JSON = new JsonMapper();
    private static final List<String> NAMES =
            List.of("train", "validation", "heldout").stream()
                    .flatMap(
                            split ->
                                    List.of(
                                            split + ".jsonl",
                                            split + ".regret.jsonl",
                                            split + ".teacher.jsonl")
                                            .stream())
                    .toList();

    private static void write(Path folder, long seed) {
        KniffelData.write(folder, Solved.OPTIMUM, 120, 60, seed);
    }

    private static List<JsonNode> lines(Path file) throws Exception {
        List<JsonNode> lines = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            lines.add(JSON.readTree(line));
        }
        return lines;
    }

    @Test
    void theSeedNamesTheBytes(@TempDir Path folder) throws Exception {
        write(folder.resolve("one"), 7);
        write(folder.resolve("two"), 7);
        write(folder.resolve("other"), 8);
        for (String name : NAMES) {
            byte[] one = Files.readAllBytes(folder.resolve("one").resolve(name));
            assertThat(Files.readAllBytes(folder.resolve("two").resolve(name))).isEqualTo(one);
            assertThat(Files.readAllBytes(folder.resolve("other").resolve(name))).isNotEqualTo(one);
        }
    }

    @Test
    void morePositionsOnlyAppend(@TempDir Path folder) throws Exception {
        write(folder.resolve("few"), 7);
        KniffelData.write(folder.resolve("many"), Solved.OPTIMUM, 200, 90, 7);
        String few = Files.readString(folder.resolve("few/train.jsonl"));
        assertThat(Files.readString(folder.resolve("many/train.jsonl"))).startsWith(few);
        assertThat(Files.readString(folder.resolve("many/heldout.jsonl")))
                .startsWith(Files.readString(folder.resolve("few/heldout.jsonl")));
    }

    @Test
    void noPositionOccursTwiceAcrossTheSplits(@TempDir Path folder) throws Exception {
        write(folder, 7);
        Set<String> seen = new HashSet<>();
        for (String split : List.of("train", "validation", "heldout")) {
            List<JsonNode> rows = lines(folder.resolve(split + ".jsonl"));
            for (int row = 0; row < rows.size(); row += 2) {
                String state = rows.get(row).get("state").asText();
                assertThat(rows.get(row + 1).get("state").asText()).isEqualTo(state);
                // Points so far do not make another decision.
                assertThat(seen.add(state.substring(0, state.lastIndexOf('\n')))).isTrue();
            }
        }
        assertThat(seen).hasSize(120 + KniffelData.VALIDATION + 60);
    }

    @Test
    void sideFilesAreAlignedWithTheRows(@TempDir Path folder) throws Exception {
        write(folder, 7);
        List<JsonNode> rows = lines(folder.resolve("train.jsonl"));
        List<JsonNode> regrets = lines(folder.resolve("train.regret.jsonl"));
        List<JsonNode> teacher = lines(folder.resolve("train.teacher.jsonl"));
        assertThat(rows).hasSize(240);
        assertThat(regrets).hasSameSizeAs(rows);
        assertThat(teacher).hasSameSizeAs(rows);
        List<String> kinds = List.of("choice", "noul", "choice", "score");
        for (int row = 0; row < rows.size(); row++) {
            JsonNode options = rows.get(row).get("options");
            int label = rows.get(row).get("label").asInt();
            assertThat(rows.get(row).get("kind").asText()).isEqualTo(kinds.get(row % 4));
            assertThat(options.size()).isBetween(2, 13);
            assertThat(regrets.get(row).get("i").asInt()).isEqualTo(row);
            assertThat(teacher.get(row).get("i").asInt()).isEqualTo(row);
            JsonNode lost = regrets.get(row).get("regret");
            if (row % 4 == 3) {
                assertThat(lost.isNull()).isTrue();
            } else {
                assertThat(lost.size()).isEqualTo(options.size());
                assertThat(lost.get(label).asDouble()).isZero();
                lost.forEach(points -> assertThat(points.asDouble()).isNotNegative());
            }
            // Near a threshold the wider of two levels may weigh more.
            double sum = 0;
            double most = 0;
            JsonNode probs = teacher.get(row).get("probs");
            assertThat(probs.size()).isEqualTo(options.size());
            for (JsonNode probability : probs) {
                sum += probability.asDouble();
                most = Math.max(most, probability.asDouble());
            }
            assertThat(sum).isCloseTo(1, within(1e-5));
            assertThat(probs.get(label).asDouble())
                    .isCloseTo(most, within(row % 4 == 3 ? 0.1 : 1e-5));
        }
    }

    @Test
    void everyThirdNoulIsAtAPositionWhereStoppingIsRight() {
        List<Integer> labels =
                new Examples(Solved.OPTIMUM)
                        .draw(new PositionSource(Solved.OPTIMUM, Split.TRAIN, 5), 60).stream()
                                .filter(example -> example.kind().equals("noul"))
                                .map(Example::label)
                                .toList();
        assertThat(labels).hasSize(30);
        assertThat(labels.stream().filter(label -> label == 0)).hasSize(10);
    }

    /** Labelled by a solver with quite other values, the prompts are the same letter for letter. */
    @Test
    void promptsKnowNothingOfTheSolver() {
        ValueTable other = new ValueTable();
        SeededRandom random = new SeededRandom(1);
        for (int open = 1; open <= Card.ALL_BOXES; open++) {
            for (int upper = 0; upper <= Card.BONUS_FROM; upper++) {
                other.set(open, upper, 1_000 * random.nextDouble());
            }
        }
        Examples right = new Examples(Solved.OPTIMUM);
        Examples wrong = new Examples(new Optimum(other));
        PositionSource source = new PositionSource(Solved.OPTIMUM, Split.TRAIN, 6);
        int otherLabels = 0;
        for (int drawn = 0; drawn < 300; drawn++) {
            Position position = source.next();
            Example choice = right.choice(position);
            Example otherChoice = wrong.choice(position);
            assertThat(prompt(otherChoice)).isEqualTo(prompt(choice)).doesNotContain(".", "-0");
            assertThat(prompt(wrong.score(position))).isEqualTo(prompt(right.score(position)));
            if (position.rollsLeft() > 0) {
                assertThat(prompt(wrong.noul(position))).isEqualTo(prompt(right.noul(position)));
            }
            otherLabels += choice.label() == otherChoice.label() ? 0 : 1;
        }
        assertThat(otherLabels).isGreaterThan(100);
    }

    private static String prompt(Example example) {
        return example.kind() + example.state() + example.options();
    }

    /** The wording is part of what a trained model knows: a change of it needs a new model. */
    @Test
    void theWordingIsFixed() {
        Card card = new Card(Card.ALL_BOXES & ~Box.TWOS.bit() & ~Box.CHANCE.bit(), 8, 30);
        Question question = Question.about(new Position(card, Dice.of(3, 3, 3, 4, 6), 1));
        assertThat(question.state())
                .isEqualTo(
                        """
                        dice 3 3 3 4 6
                        rolls left 1
                        open ones threes fours fives sixes triple quad full house small straight \
                        large straight kniffel
                        upper 8 of 63 pace +2
                        points 30""");
        assertThat(question.instructions()).isEqualTo("Which action is best?");
        assertThat(question.options())
                .containsExactly(
                        new Option("keep nothing", ""),
                        new Option("keep 4", "fours"),
                        new Option("keep 6", "sixes"),
                        new Option("keep 3 3 3", "threes quad full house kniffel"),
                        new Option("keep 3 4 6", "small straight large straight"),
                        new Option("fill threes", "9 points"),
                        new Option("fill sixes", "6 points"),
                        new Option("fill triple", "19 points"));
    }

    @Test
    void levelsBeginAtTheirThresholds() {
        assertThat(Wording.level(0)).isZero();
        assertThat(Wording.level(179.9)).isZero();
        assertThat(Wording.level(180)).isEqualTo(1);
        assertThat(Wording.level(249.9)).isEqualTo(3);
        assertThat(Wording.level(400)).isEqualTo(4);
        assertThat(Wording.score()).hasSize(5);
    }

    @Test
    void aFolderThatCannotBeWrittenIsNamed(@TempDir Path folder) throws Exception {
        Path blocked = Files.createFile(folder.resolve("blocked"));
        assertThatThrownBy(() -> write(blocked.resolve("data"), 7))
                .isInstanceOf(KniffelException.class)
                .hasMessageContaining("blocked");
    }
}
