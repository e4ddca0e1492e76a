package dev.tagwerk.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tagwerk.data.Option;
import dev.tagwerk.data.QuestionKind;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** The formulas of the decision format. */
class AnswerTest {
    private static final Offset<Double> EXACT = within(1e-12);

    @Test
    void aChoiceIsAsConfidentAsItsBestOptionIsAboveChance() {
        Question question = question(QuestionKind.CHOICE, "a", "b", "c", "d");
        Answer.Choice choice =
                (Answer.Choice) Answer.of(question, new double[] {0.1, 0.7, 0.1, 0.1}, 0.1);
        assertThat(choice.choice()).isEqualTo("b");
        assertThat(choice.confidence()).isCloseTo((4 * 0.7 - 1) / 3, EXACT);
        Answer.Choice even =
                (Answer.Choice) Answer.of(question, new double[] {0.25, 0.25, 0.25, 0.25}, 0.1);
        assertThat(even.choice()).isEqualTo("a");
        assertThat(even.confidence()).isCloseTo(0, EXACT);
    }

    @Test
    void aScoreIsTheExpectedLevel() {
        Question question = question(QuestionKind.SCORE, "0", "1", "2");
        Answer.Score score = (Answer.Score) Answer.of(question, new double[] {0.2, 0.3, 0.5}, 0.1);
        assertThat(score.score()).isCloseTo(1.3, EXACT);
        assertThat(score.legend()).containsExactly("about 0", "about 1", "about 2");
        // variance 0.61, widest 1, narrowest √0.1
        double expected = (1 - Math.sqrt(0.61)) / (1 - Math.sqrt(0.1));
        assertThat(score.confidence()).isCloseTo(expected, EXACT);
    }

    @Test
    void aScoresConfidenceStaysWithinItsBounds() {
        assertThat(Answer.scoreConfidence(new double[] {0.5, 0, 0.5}, 0.1)).isZero();
        assertThat(Answer.scoreConfidence(new double[] {0, 1, 0}, 0.1)).isEqualTo(1);
        assertThat(Answer.scoreConfidence(new double[] {1}, 0.1)).isEqualTo(1);
        // smoothing as wide as the scale: nothing between certain and uncertain
        assertThat(Answer.scoreConfidence(new double[] {0.5, 0.5}, 0.25)).isZero();
        assertThat(Answer.scoreConfidence(new double[] {0.1, 0.9}, 0.25)).isEqualTo(1);
    }

    @Test
    void aNoulIsTheProbabilityOfTrue() {
        Question question = new Question(QuestionKind.NOUL, "", "It rains.", Option.noulDefaults());
        Answer answer = Answer.of(question, new double[] {0.2, 0.8}, 0.1);
        assertThat(answer).isEqualTo(new Answer.Noul(0.8));
    }

    @Test
    void questionsNeedOptionsThatFitTheirKind() {
        assertThatThrownBy(() -> question(QuestionKind.CHOICE, "a"))
                .hasMessageContaining("2 to 255");
        assertThatThrownBy(() -> question(QuestionKind.CHOICE, "a", "a"))
                .hasMessageContaining("'a' occurs twice");
    }

    private static Question question(QuestionKind kind, String... names) {
        return new Question(
                kind,
                "s",
                "i",
                java.util.Arrays.stream(names).map(n -> new Option(n, "about " + n)).toList());
    }
}
