package dev.tagwerk.preflight;

import java.time.Duration;
import java.util.Optional;

/**
 * What the caller knows and no file says.
 *
 * @param gpu the card that the job will run on, such as {@code T4}
 * @param region where it will run
 * @param driver the driver of that machine, such as {@code 570.86}
 * @param duration how long the job is expected to take
 * @param uploadBytesPerSecond measured to the registry
 * @param maximumLayerSeconds after which a proxy before the registry cuts a request
 * @param dataBytes what the training's data takes, all together
 */
public record Circumstances(
        Optional<String> gpu,
        Optional<String> region,
        Optional<String> driver,
        Optional<Duration> duration,
        Optional<Long> uploadBytesPerSecond,
        Optional<Integer> maximumLayerSeconds,
        Optional<Long> dataBytes) {
    public static final Circumstances UNKNOWN =
            new Circumstances(
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty());
}
