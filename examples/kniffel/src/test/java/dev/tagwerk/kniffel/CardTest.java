package dev.tagwerk.kniffel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class CardTest {
    @Test
    void fillingWritesPointsAndClosesTheBox() {
        Card card = Card.fresh().fill(Box.SIXES, Dice.of(6, 6, 6, 1, 2));
        assertThat(card).isEqualTo(new Card(Card.ALL_BOXES & ~Box.SIXES.bit(), 18, 18));
        assertThat(card.open(Box.SIXES)).isFalse();
        assertThat(card.pace()).isZero();
        assertThat(card.fill(Box.ONES, Dice.of(2, 3, 4, 5, 6)).pace()).isEqualTo(-3);
        assertThatThrownBy(() -> card.fill(Box.SIXES, Dice.of(6, 6, 6, 6, 6)))
                .hasMessageContaining("sixes is filled already");
    }

    @Test
    void theBonusIsPaidFrom63() {
        assertThat(new Card(0, 62, 200).total()).isEqualTo(200);
        assertThat(new Card(0, 63, 200).total()).isEqualTo(235);
    }

    @Test
    void upperSumsBeyond63CountAs63() {
        Card card = new Card(Box.SIXES.bit(), 50, 170);
        assertThat(card.fill(Box.SIXES, Dice.of(6, 6, 6, 6, 6))).isEqualTo(new Card(0, 63, 200));
    }

    @Test
    void impossibleCardsAreRefused() {
        assertThatThrownBy(() -> new Card(-1, 0, 0)).hasMessageContaining("openBoxes");
        assertThatThrownBy(() -> new Card(8192, 0, 0)).hasMessageContaining("openBoxes");
        assertThatThrownBy(() -> new Card(Card.ALL_BOXES, 3, 3))
                .hasMessageContaining("upper cannot be 3");
        assertThatThrownBy(() -> new Card(Card.ALL_BOXES & ~Box.SIXES.bit(), 13, 13))
                .hasMessageContaining("filled: sixes");
        assertThatThrownBy(() -> new Card(0, 64, 200)).hasMessageContaining("upper");
        assertThatThrownBy(() -> new Card(0, 20, 19)).hasMessageContaining("points");
    }

    @Test
    void impossiblePositionsAreRefused() {
        Dice dice = Dice.of(1, 2, 3, 4, 5);
        assertThatThrownBy(() -> new Position(new Card(0, 0, 0), dice, 1))
                .hasMessageContaining("finished");
        assertThatThrownBy(() -> new Position(Card.fresh(), Dice.of(1), 1))
                .hasMessageContaining("dice must be five");
        assertThatThrownBy(() -> new Position(Card.fresh(), dice, 3))
                .hasMessageContaining("rollsLeft");
        assertThatThrownBy(() -> new Action.Keep(dice)).hasMessageContaining("dice must leave one");
    }
}
