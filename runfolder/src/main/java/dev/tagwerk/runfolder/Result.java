package dev.tagwerk.runfolder;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The truth about being done; written last.
 *
 * @param status {@code succeeded}, {@code failed} or {@code stopped} (by a signal, a stop request
 *     or the time limit; a checkpoint was written)
 * @param step the last optimiser step whose effect is in the files
 * @param failure why it failed or stopped; empty when it succeeded
 * @param data the sha256, in hex, of each data file that was learnt from, by the job's key for it;
 *     empty in results of versions that did not record it
 * @param files path relative to the output folder, and its sha256 in hex
 */
public record Result(
        String status,
        int step,
        Optional<String> failure,
        Map<String, Double> metrics,
        Fingerprint fingerprint,
        Measurement measurement,
        Map<String, String> data,
        Map<String, String> files) {
    public static final String SUCCEEDED = "succeeded";
    public static final String FAILED = "failed";
    public static final String STOPPED = "stopped";

    /**
     * A {@code stopped} result whose failure begins with this word ended because the job's {@code
     * max_duration} was reached.
     */
    public static final String OUT_OF_TIME = "max_duration";

    private static final Set<String> STATUSES = Set.of(SUCCEEDED, FAILED, STOPPED);

    public Result {
        if (!STATUSES.contains(status)) {
            throw new IllegalArgumentException(
                    "status: must be succeeded, failed or stopped, not '" + status + "'");
        }
        if (step < 0) {
            throw new IllegalArgumentException("step: must not be negative, is " + step);
        }
        metrics = Collections.unmodifiableMap(new LinkedHashMap<>(metrics));
        data = Collections.unmodifiableMap(new LinkedHashMap<>(data));
        files = Collections.unmodifiableMap(new LinkedHashMap<>(files));
    }

    public boolean outOfTime() {
        return status.equals(STOPPED) && failure.orElse("").startsWith(OUT_OF_TIME);
    }

    public boolean succeeded() {
        return status.equals(SUCCEEDED);
    }
}
