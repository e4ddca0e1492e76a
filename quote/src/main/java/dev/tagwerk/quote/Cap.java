package dev.tagwerk.quote;

import dev.tagwerk.ledger.Money;
import dev.tagwerk.market.Limits;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A budget as the provider's own stop fields: what ends the job when nobody of ours is awake.
 *
 * @param enforcer whose fields they are: "azure-container-apps", "azure-ml", "ovh-ai", "kubernetes"
 *     or "slurm"
 * @param fields by name, as that service's files and commands write them
 * @param timeout seconds that one attempt may take
 * @param worst what it can cost at most, list price: start, grace and idle-down included
 * @param counted of what that is the sum, in words
 */
public record Cap(
        String enforcer,
        Map<String, String> fields,
        long timeout,
        Money worst,
        List<String> counted) {
    public Cap {
        fields = java.util.Collections.unmodifiableMap(new TreeMap<>(fields));
        counted = List.copyOf(counted);
    }

    /**
     * What may happen to a job besides ending.
     *
     * @param retries starts after a failure
     * @param parallelism replicas or trials
     */
    public record Attempts(int retries, int parallelism) {
        public Attempts {
            if (retries < 0 || parallelism < 1) {
                throw new IllegalArgumentException("attempts: " + retries + ", " + parallelism);
            }
        }

        /** Attempts that each may take the whole timeout. */
        int all(String enforcer) {
            // A Kubernetes Job has one deadline for all its retries; Slurm is told not to requeue,
            // OVHcloud not to restart, and Azure ML starts nothing again by itself.
            return enforcer.equals("azure-container-apps")
                    ? (retries + 1) * parallelism
                    : parallelism;
        }
    }

    private static final BigDecimal HOUR = BigDecimal.valueOf(3600);

    /** Seconds that Azure ML leaves a node idle before it is taken away, as we ask for it. */
    static final long IDLE = 120;

    /** Kubernetes' default between the order to stop and the end. */
    static final long POD_GRACE = 30;

    /** Slurm's default KillWait. */
    static final long KILL_WAIT = 30;

    /** Who can enforce a cap on an offer's service. */
    public static List<String> enforcers(String service) {
        return switch (service) {
            case "azure-container-apps" -> List.of("azure-container-apps");
            case "ovh-ai" -> List.of("ovh-ai");
            case "azure-vm" -> List.of("azure-ml", "kubernetes", "slurm");
            default -> List.of("kubernetes", "slurm");
        };
    }

    /**
     * The longest timeout that a budget allows.
     *
     * @param hour what an hour of one machine costs
     * @param start seconds that may be billed before a job's own clock runs
     * @return empty where the budget does not even pay for start and end
     */
    public static Optional<Cap> of(
            String enforcer, Money budget, Money hour, double start, Attempts attempts) {
        long overhead = overhead(enforcer, start);
        BigDecimal seconds =
                budget.minus(Money.zero(hour.currency()))
                        .amount()
                        .multiply(HOUR)
                        .divide(
                                hour.amount().multiply(BigDecimal.valueOf(attempts.all(enforcer))),
                                0,
                                RoundingMode.FLOOR);
        long allowed = seconds.min(BigDecimal.valueOf(Integer.MAX_VALUE)).longValue();
        if (enforcer.equals("ovh-ai")) {
            allowed = allowed / 60 * 60; // the minute that has started is billed whole
        }
        long timeout = Math.min(allowed - overhead, longest(enforcer));
        if (enforcer.equals("slurm")) {
            timeout = timeout / 60 * 60; // --time knows minutes
        }
        return timeout < 60
                ? Optional.empty()
                : Optional.of(with(enforcer, timeout, hour, start, attempts));
    }

    /** The cap with a given timeout. */
    public static Cap with(
            String enforcer, long timeout, Money hour, double start, Attempts attempts) {
        long overhead = overhead(enforcer, start);
        long each = timeout + overhead;
        if (enforcer.equals("ovh-ai")) {
            each = (each + 59) / 60 * 60;
        }
        Money worst =
                new Money(
                        hour.amount()
                                .multiply(BigDecimal.valueOf(each))
                                .multiply(BigDecimal.valueOf(attempts.all(enforcer)))
                                .divide(HOUR, 6, RoundingMode.CEILING),
                        hour.currency());
        List<String> counted = new ArrayList<>();
        counted.add(timeout + " s of " + timeoutField(enforcer));
        counted.add(overhead + " s of " + overheadWords(enforcer));
        if (attempts.all(enforcer) > 1) {
            counted.add(
                    "times "
                            + attempts.all(enforcer)
                            + (attempts.parallelism() == 1
                                    ? " attempts"
                                    : " attempts of all " + attempts.parallelism() + " at once"));
        }
        return new Cap(enforcer, fields(enforcer, timeout, attempts), timeout, worst, counted);
    }

    /** Whether the field's clock runs while the machine starts and the image is pulled. */
    public static boolean countsStart(String enforcer) {
        return enforcer.equals("azure-container-apps") || enforcer.equals("kubernetes");
    }

    /** Whether the machine is gone, and paid for no longer, once the job has ended. */
    public static boolean endsTheMachine(String enforcer) {
        return !enforcer.equals("kubernetes") && !enforcer.equals("slurm");
    }

    /** The longest that a service lets a job run without being asked. */
    public static long longest(String enforcer) {
        return enforcer.equals("ovh-ai")
                ? Limits.get("ovh.job.timeout.default").whole()
                : Integer.MAX_VALUE;
    }

    private static long overhead(String enforcer, double start) {
        long started = (long) Math.ceil(start);
        return switch (enforcer) {
            case "azure-container-apps" -> started + Limits.get("aca.job.grace").whole();
            case "azure-ml" -> started + IDLE;
            case "kubernetes" -> POD_GRACE; // the pull counts towards the deadline
            case "slurm" -> KILL_WAIT;
            default -> started;
        };
    }

    private static String overheadWords(String enforcer) {
        return switch (enforcer) {
            case "azure-container-apps" -> "start and grace";
            case "azure-ml" -> "node start and idle-down";
            case "kubernetes" -> "grace";
            case "slurm" -> "KillWait";
            default -> "start";
        };
    }

    private static String timeoutField(String enforcer) {
        return switch (enforcer) {
            case "azure-container-apps" -> "replicaTimeout";
            case "azure-ml" -> "limits.timeout";
            case "kubernetes" -> "activeDeadlineSeconds";
            case "slurm" -> "--time";
            default -> "timeout";
        };
    }

    private static Map<String, String> fields(String enforcer, long timeout, Attempts attempts) {
        Map<String, String> fields = new TreeMap<>();
        switch (enforcer) {
            case "azure-container-apps" -> {
                fields.put("replicaTimeout", String.valueOf(timeout));
                fields.put("replicaRetryLimit", String.valueOf(attempts.retries()));
                fields.put(
                        "manualTriggerConfig.parallelism", String.valueOf(attempts.parallelism()));
                fields.put(
                        "manualTriggerConfig.replicaCompletionCount",
                        String.valueOf(attempts.parallelism()));
            }
            case "azure-ml" -> {
                fields.put("limits.timeout", String.valueOf(timeout));
                if (attempts.parallelism() > 1) {
                    fields.put("limits.max_total_trials", String.valueOf(attempts.parallelism()));
                }
                fields.put("compute.idle_time_before_scale_down", String.valueOf(IDLE));
                fields.put("compute.min_instances", "0");
                fields.put("compute.max_instances", String.valueOf(attempts.parallelism()));
            }
            case "kubernetes" -> {
                // of the Job, not of the pod: it counts over all retries
                fields.put("spec.activeDeadlineSeconds", String.valueOf(timeout));
                fields.put("spec.backoffLimit", String.valueOf(attempts.retries()));
                fields.put(
                        "spec.template.spec.terminationGracePeriodSeconds",
                        String.valueOf(POD_GRACE));
            }
            case "slurm" -> {
                fields.put("--time", slurm(timeout));
                fields.put("--no-requeue", "");
            }
            default -> {
                fields.put("timeout", String.valueOf(timeout));
                fields.put("autoRestart", "false");
            }
        }
        return fields;
    }

    private static String slurm(long seconds) {
        long minutes = seconds / 60;
        return String.format(
                Locale.ROOT, "%d-%02d:%02d:00", minutes / 1440, minutes % 1440 / 60, minutes % 60);
    }
}
