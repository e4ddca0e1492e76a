package dev.tagwerk.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tagwerk.runfolder.Event;
import dev.tagwerk.runfolder.EventLog;
import dev.tagwerk.runfolder.RunFolder;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LossCurveTest {
    @TempDir Path folder;

    private void step(EventLog log, int step, double loss) {
        log.append(stamp -> new Event.Step(stamp, step, 0, loss, 0, 0, 1, 1, 0.1, 1, 1));
    }

    @Test
    void stepsThatAKilledAttemptTookInVainDoNotCount() {
        RunFolder run = RunFolder.at(folder);
        run.create();
        EventLog log = run.events();
        step(log, 1, 3);
        step(log, 2, 2);
        step(log, 3, 9);
        log.append(stamp -> new Event.Evaluated(stamp, 3, 9, Map.of()));
        log.append(stamp -> new Event.Resumed(stamp, 2, true, ""));
        step(log, 3, 1);
        log.append(stamp -> new Event.Evaluated(stamp, 3, 1.5, Map.of()));
        LossCurve curve = LossCurve.of(folder);
        assertThat(curve.training())
                .containsExactly(new Plot.Point(1, 3), new Plot.Point(2, 2), new Plot.Point(3, 1));
        assertThat(curve.validation()).containsExactly(new Plot.Point(3, 1.5));
        assertThat(curve.plot().svg()).contains("training", "validation");
    }

    @Test
    void manyStepsAreAveraged() {
        RunFolder run = RunFolder.at(folder);
        run.create();
        for (int i = 1; i <= 500; i++) {
            step(run.events(), i, i);
        }
        assertThat(LossCurve.of(folder).training())
                .hasSize(167)
                .startsWith(new Plot.Point(2, 2))
                .endsWith(new Plot.Point(499.5, 499.5));
    }

    @Test
    void aRunWithoutEventsHasNoCurve() {
        assertThat(LossCurve.of(folder).isEmpty()).isTrue();
    }
}
