package dev.tagwerk.runfolder;

import java.io.IOException;
import java.nio.file.Path;

/**
 * The right of this process to work on an attempt. An attempt is claimed once and never again, not
 * even after its process has died; closing the claim lets the next attempt begin while this process
 * still lives.
 */
public final class Claim implements AutoCloseable {
    private final String attempt;
    private final Path released;
    private final Disk disk;
    private boolean open = true;

    Claim(String attempt, Path released, Disk disk) {
        this.attempt = attempt;
        this.released = released;
        this.disk = disk;
    }

    public String attempt() {
        return attempt;
    }

    @Override
    public void close() {
        if (!open) {
            return;
        }
        open = false;
        try {
            disk.create(released, new byte[0]);
        } catch (IOException unimportant) {
            // The process is about to end, and a dead process holds no claim either.
            return;
        }
    }
}
