package dev.tagwerk.runfolder;

import java.util.List;
import java.util.Optional;

/**
 * What a run cost in time and bytes, as evidence for later quotes.
 *
 * @param loadSeconds from process start to the first step
 * @param peakResidentBytes the process's largest resident memory
 * @param estimatedPeakBytes what was expected of it before the first step; 0 where nothing was, as
 *     in results of versions that did not estimate
 * @param bytesWritten bytes written into the run folder
 * @param totalSeconds wall time of this attempt
 * @param spent where the time went; empty in results of versions that did not record it
 */
public record Measurement(
        double loadSeconds,
        List<LengthSpeed> secondsPerStepByLength,
        long peakResidentBytes,
        long estimatedPeakBytes,
        long bytesWritten,
        double totalSeconds,
        long tokens,
        long examples,
        Optional<Spent> spent) {
    public Measurement {
        secondsPerStepByLength = List.copyOf(secondsPerStepByLength);
    }
}
