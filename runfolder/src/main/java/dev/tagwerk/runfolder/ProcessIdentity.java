package dev.tagwerk.runfolder;

/**
 * A process that cannot be mistaken for a later one with the same pid.
 *
 * @param pid the process id, positive
 * @param started when it started, as an opaque token: on Linux the kernel's boot id and the start
 *     in clock ticks since boot, which no clock adjustment moves
 */
public record ProcessIdentity(long pid, String started) {
    public ProcessIdentity {
        if (pid <= 0) {
            throw new IllegalArgumentException("pid: must be positive, not " + pid);
        }
        if (started.isBlank()) {
            throw new IllegalArgumentException("started: must not be empty");
        }
    }
}
