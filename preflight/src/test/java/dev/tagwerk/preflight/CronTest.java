package dev.tagwerk.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CronTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "* * * * *",
                "*/30 * * * *",
                "0 8 * * *",
                "0 0 * * 0",
                "0 0 1 1 *",
                "15,45 8-18/2 ? JAN-mar mon,Wed",
                "5/15 0 1 * 7",
                " 0  2 * * 1-5 ",
            })
    void sound(String expression) {
        assertThat(Cron.fault(expression)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "@daily",
                "0 0 2 * * *",
                "60 * * * *",
                "0 24 * * *",
                "0 0 0 * *",
                "0 0 * 13 *",
                "0 0 * * 8",
                "0 0 * * mo",
                "5-1 * * * *",
                "*/0 * * * *",
                "*-5 * * * *",
                "1, * * * *",
                "99999999999 * * * *",
            })
    void unsound(String expression) {
        assertThat(Cron.fault(expression)).isPresent();
    }
}
