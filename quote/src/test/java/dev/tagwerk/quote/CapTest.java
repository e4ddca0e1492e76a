package dev.tagwerk.quote;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tagwerk.ledger.Money;
import java.math.BigDecimal;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class CapTest {
    private static final List<String> ENFORCERS =
            List.of("azure-container-apps", "azure-ml", "ovh-ai", "kubernetes", "slurm");
    private static final Cap.Attempts ONE = new Cap.Attempts(0, 1);

    @Property(tries = 300)
    void theWorstCaseIsWithinTheBudget(
            @ForAll @IntRange(min = 0, max = 4) int enforcer,
            @ForAll @DoubleRange(min = 0.1, max = 10_000) double budget,
            @ForAll @DoubleRange(min = 0.05, max = 120) double hour,
            @ForAll @IntRange(min = 0, max = 900) int start,
            @ForAll @IntRange(min = 0, max = 5) int retries,
            @ForAll @IntRange(min = 1, max = 20) int parallelism) {
        Money money = new Money(BigDecimal.valueOf(budget), java.util.Currency.getInstance("EUR"));
        Money each = new Money(BigDecimal.valueOf(hour), money.currency());
        Cap.of(ENFORCERS.get(enforcer), money, each, start, new Cap.Attempts(retries, parallelism))
                .ifPresent(
                        cap -> {
                            assertThat(cap.worst().amount())
                                    .isLessThanOrEqualTo(
                                            money.amount().add(new BigDecimal("0.000001")));
                            assertThat(cap.timeout()).isGreaterThanOrEqualTo(60);
                        });
    }

    private static Cap cap(String enforcer, Cap.Attempts attempts) {
        return Cap.of(enforcer, Money.of("15", "EUR"), Money.of("2", "EUR"), 120, attempts)
                .orElseThrow();
    }

    @Test
    void containerAppsCountRetriesReplicasAndGrace() {
        Cap once = cap("azure-container-apps", ONE);
        assertThat(once.timeout()).isEqualTo(27_000 - 120 - 30);
        Cap often = cap("azure-container-apps", new Cap.Attempts(2, 3));
        assertThat(often.timeout()).isEqualTo(27_000 / 9 - 120 - 30);
        assertThat(often.fields())
                .containsEntry("replicaTimeout", "2850")
                .containsEntry("replicaRetryLimit", "2")
                .containsEntry("manualTriggerConfig.parallelism", "3");
        assertThat(often.worst()).isEqualTo(Money.of("15", "EUR"));
    }

    @Test
    void azureMachineLearningCountsIdleNodes() {
        assertThat(cap("azure-ml", ONE).fields())
                .containsEntry("limits.timeout", String.valueOf(27_000 - 120 - 120))
                .containsEntry("compute.idle_time_before_scale_down", "120")
                .containsEntry("compute.min_instances", "0");
    }

    @Test
    void ovhcloudIsCappedByWholeMinutesAndItsOwnWeek() {
        assertThat(cap("ovh-ai", ONE).fields())
                .containsEntry("timeout", String.valueOf(27_000 - 120))
                .containsEntry("autoRestart", "false");
        Cap rich =
                Cap.of("ovh-ai", Money.of("9999", "EUR"), Money.of("1", "EUR"), 0, ONE)
                        .orElseThrow();
        assertThat(rich.timeout()).isEqualTo(604_800);
    }

    @Test
    void kubernetesHasOneDeadlineForAllRetries() {
        assertThat(cap("kubernetes", new Cap.Attempts(4, 1)).fields())
                .containsEntry("spec.activeDeadlineSeconds", String.valueOf(27_000 - 30))
                .containsEntry("spec.backoffLimit", "4");
    }

    @Test
    void onlyContainerAppsStartsAgainByItself() {
        Cap.Attempts twice = new Cap.Attempts(1, 1);
        for (String enforcer : ENFORCERS) {
            boolean halved = cap(enforcer, twice).timeout() < cap(enforcer, ONE).timeout();
            assertThat(halved).isEqualTo(enforcer.equals("azure-container-apps"));
        }
    }

    @Test
    void slurmTakesDaysHoursMinutes() {
        assertThat(cap("slurm", ONE).fields()).containsEntry("--time", "0-07:29:00");
    }

    @Test
    void aBudgetThatPaysForNoMinuteHasNoCap() {
        assertThat(
                        Cap.of(
                                "azure-container-apps",
                                Money.of("0.05", "EUR"),
                                Money.of("2", "EUR"),
                                120,
                                ONE))
                .isEmpty();
    }
}
