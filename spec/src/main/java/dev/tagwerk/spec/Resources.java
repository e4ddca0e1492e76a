package dev.tagwerk.spec;

/**
 * What a job computes on.
 *
 * @param threads CPU threads; 0 means one per core
 */
public record Resources(Device device, int threads) {
    public Resources {
        CommonKeys.THREADS.require((long) threads);
    }
}
