package dev.tagwerk.quote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tagwerk.market.Gpu;
import dev.tagwerk.market.Gpus;
import dev.tagwerk.runfolder.Effort;
import dev.tagwerk.runfolder.Work;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DurationModelTest {
    private static Gpu gpu(String name) {
        return Gpus.find(name).orElseThrow();
    }

    @Test
    void aRunOfTheSameShapeTellsTheDuration() {
        DurationModel model =
                DurationModel.of(List.of(Fixtures.run("a", 100, Fixtures.STEP.times(100), 5)));
        Spread twice = model.training(Fixtures.HERE, "a", Fixtures.STEP.times(200));
        assertThat(twice.median()).isCloseTo(10, within(0.2));
        assertThat(twice.sigma()).isLessThan(0.12);
    }

    @Test
    void moreRunsNarrowTheRange() {
        List<Measured> runs = new ArrayList<>();
        runs.add(Fixtures.run("a", 100, Fixtures.STEP.times(100), 50));
        double one = DurationModel.of(runs).training(Fixtures.HERE, "a", Fixtures.STEP).sigma();
        runs.add(Fixtures.run("a", 110, Fixtures.STEP.times(110), 56));
        runs.add(Fixtures.run("a", 120, Fixtures.STEP.times(120), 59));
        assertThat(DurationModel.of(runs).training(Fixtures.HERE, "a", Fixtures.STEP).sigma())
                .isLessThan(one);
    }

    @Test
    void withoutRunsTheRangeIsThatOfTheDataSheet() {
        DurationModel model = DurationModel.of(List.of());
        Device t4 = Device.of(gpu("T4"), Precision.FP16, 1, 1).orElseThrow();
        Spread hour = model.training(t4, "a", new Work(65e12 * 0.3 * 3600, 0, 0, 0));
        assertThat(hour.median()).isCloseTo(3600, within(1.0));
        assertThat(hour.at(Level.P90) / hour.at(Level.P10)).isBetween(3.0, 5.0);
        assertThat(model.measured(t4)).isFalse();
    }

    @Test
    void theSpeedsOfADeviceAreLearntFromRunsOfManyShapes() {
        Random random = new Random(7);
        List<Measured> runs = new ArrayList<>();
        for (int i = 0; i < 24; i++) {
            Work work = work(random);
            runs.add(
                    Fixtures.run(
                            "shape" + i,
                            10 + i,
                            work,
                            truth(work) * Math.exp(0.04 * random.nextGaussian())));
        }
        DurationModel model = DurationModel.of(runs);
        int within = 0;
        for (int i = 0; i < 40; i++) {
            Work work = work(random);
            Spread told = model.training(Fixtures.HERE, "new", work);
            within += Math.abs(told.median() / truth(work) - 1) < 0.1 ? 1 : 0;
        }
        assertThat(within).isGreaterThanOrEqualTo(36);
    }

    private static Work work(Random random) {
        return new Work(
                Math.exp(20 + 5 * random.nextDouble()),
                0,
                Math.exp(17 + 4 * random.nextDouble()),
                Math.exp(7 + 3 * random.nextDouble()));
    }

    /** A machine twice as fast in products, half as fast in memory as believed beforehand. */
    private static double truth(Work work) {
        return work.products() / (2 * Fixtures.HERE.flops())
                + work.bytes() / (0.5 * Fixtures.HERE.bandwidth())
                + work.launches() * 1.5 * Fixtures.HERE.launch();
    }

    @Test
    void evaluationsHaveAFactorOfTheirOwn() {
        Work training = Fixtures.STEP.times(100);
        Work evaluation = Fixtures.STEP.times(20);
        Measured run = Fixtures.run("a", 100, new Effort(training, 5), new Effort(evaluation, 0.5));
        DurationModel model = DurationModel.of(List.of(run));
        assertThat(model.training(Fixtures.HERE, "a", training).median()).isCloseTo(5, within(0.3));
        assertThat(model.evaluation(Fixtures.HERE, "a", evaluation).median())
                .isCloseTo(0.5, within(0.06));
    }

    @Test
    void aFasterCardTakesLessAndSeveralLessStill() {
        DurationModel model = DurationModel.of(List.of());
        Work work = Fixtures.STEP.times(1000);
        double t4 = model.training(device("T4", 1), "a", work).median();
        double a100 = model.training(device("A100-80GB", 1), "a", work).median();
        double four = model.training(device("A100-80GB", 4), "a", work).median();
        assertThat(a100).isLessThan(t4);
        assertThat(four).isLessThan(a100);
    }

    private static Device device(String name, int cards) {
        return Device.of(gpu(name), Precision.FP16, 1, cards).orElseThrow();
    }

    @Test
    void aCardWithoutThePrecisionIsNoDevice() {
        assertThat(Device.of(gpu("T4"), Precision.BF16, 1, 1)).isEmpty();
    }

    @Test
    void nothingTakesNoTime() {
        assertThat(
                        DurationModel.of(List.of())
                                .evaluation(Fixtures.HERE, "a", Work.NONE)
                                .at(Level.P90))
                .isZero();
    }
}
