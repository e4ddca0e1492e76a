package dev.tagwerk.preflight;

/**
 * A disk, or a volume that is as good as one.
 *
 * @param bytes what it holds
 * @param what how messages call it; two disks of one workload differ in it
 * @param sure whether all that is written there really goes to it
 */
record Disk(double bytes, String what, boolean sure) {
    static Disk of(double bytes, String what) {
        return new Disk(bytes, what, true);
    }

    static Disk gib(double gib, String what) {
        return of(gib * (1L << 30), what);
    }
}
