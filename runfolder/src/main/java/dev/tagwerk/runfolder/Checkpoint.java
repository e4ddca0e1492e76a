package dev.tagwerk.runfolder;

import java.nio.file.Path;

/**
 * A state that a later attempt may resume from; not yet verified.
 *
 * @param step optimiser steps done, from 0
 * @param folder where its files and {@code COMPLETE} lie
 * @param bytes size of all files together
 */
public record Checkpoint(int step, Path folder, long bytes) {
    public Checkpoint {
        if (step < 0) {
            throw new IllegalArgumentException("step: must not be negative, is " + step);
        }
        if (bytes < 0) {
            throw new IllegalArgumentException("bytes: must not be negative, is " + bytes);
        }
    }
}
