package dev.tagwerk.modelfiles;

import java.util.List;

/**
 * How much memory a training job takes at its peak, line by line, before it is started.
 *
 * @param lines what adds up to the peak
 * @param phase in which it is reached
 */
public record MemoryEstimate(List<MemoryLine> lines, String phase) {
    public MemoryEstimate {
        lines = List.copyOf(lines);
    }

    /**
     * Estimates.
     *
     * @param tensors the model's weights as its files list them
     * @param tokenizerBytes of {@code tokenizer.json}
     */
    public static MemoryEstimate of(
            MemoryPlan plan, List<TensorEntry> tensors, long tokenizerBytes, Workload workload) {
        return new Estimation(plan, tensors, tokenizerBytes, workload).estimate();
    }

    /** Main memory of all processes at the peak, what is mapped from files included. */
    public long mainBytes() {
        return sum(MemoryLine.Place.MAIN) + sum(MemoryLine.Place.MAPPED);
    }

    /** The part of it that nobody can take away: beyond a limit on it a process is killed. */
    public long unreclaimableBytes() {
        return sum(MemoryLine.Place.MAIN);
    }

    /** Memory of the fullest graphics card; 0 without one. */
    public long cardBytes() {
        return sum(MemoryLine.Place.CARD);
    }

    private long sum(MemoryLine.Place place) {
        return lines.stream()
                .filter(line -> line.place() == place)
                .mapToLong(MemoryLine::bytes)
                .sum();
    }
}
