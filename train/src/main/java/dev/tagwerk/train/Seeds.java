package dev.tagwerk.train;

/** Seeds of the single random choices, all from the job's seed. */
final class Seeds {
    private Seeds() {}

    /** SplitMix64's finaliser over the three numbers. */
    static long mix(long seed, long step, long part) {
        long z = seed + 0x9E3779B97F4A7C15L * (step + 1) + 0xD1B54A32D192ED03L * (part + 1);
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
