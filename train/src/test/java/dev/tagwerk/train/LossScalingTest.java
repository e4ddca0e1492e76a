package dev.tagwerk.train;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LossScalingTest {
    @Test
    void switchedOffItIsOneAndABadStepCannotBeHelped() {
        LossScaling scaling = new LossScaling(false);
        assertThat(scaling.scale()).isEqualTo(1);
        assertThat(scaling.after(true)).isTrue();
        assertThat(scaling.after(false)).isFalse();
        assertThat(scaling.scale()).isEqualTo(1);
    }

    @Test
    void anOverflowHalvesAndTwoThousandGoodStepsDouble() {
        LossScaling scaling = new LossScaling(true);
        assertThat(scaling.scale()).isEqualTo(65_536);
        assertThat(scaling.after(false)).isTrue();
        assertThat(scaling.scale()).isEqualTo(32_768);
        for (int i = 0; i < 1_999; i++) {
            assertThat(scaling.after(true)).isTrue();
        }
        assertThat(scaling.scale()).isEqualTo(32_768);
        assertThat(scaling.after(true)).isTrue();
        assertThat(scaling.scale()).isEqualTo(65_536);
        assertThat(scaling.stepsSinceChange()).isZero();
    }

    @Test
    void anOverflowStartsTheCountAnew() {
        LossScaling scaling = new LossScaling(true);
        for (int i = 0; i < 1_500; i++) {
            scaling.after(true);
        }
        scaling.after(false);
        assertThat(scaling.stepsSinceChange()).isZero();
    }

    @Test
    void belowOneNoSmallerScaleHelps() {
        LossScaling scaling = new LossScaling(true);
        for (int i = 0; i < 16; i++) {
            assertThat(scaling.after(false)).isTrue();
        }
        assertThat(scaling.scale()).isEqualTo(1);
        assertThat(scaling.after(false)).isFalse();
    }

    @Test
    void itGoesOnWhereACheckpointWasWritten() {
        LossScaling before = new LossScaling(true);
        before.after(false);
        for (int i = 0; i < 700; i++) {
            before.after(true);
        }
        LossScaling after = new LossScaling(true);
        after.restore(before.scale(), before.stepsSinceChange());
        for (int i = 0; i < 1_300; i++) {
            before.after(true);
            after.after(true);
            assertThat(after.scale()).isEqualTo(before.scale());
        }
        assertThat(after.scale()).isEqualTo(65_536);
    }
}
