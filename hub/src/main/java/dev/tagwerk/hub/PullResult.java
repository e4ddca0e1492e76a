package dev.tagwerk.hub;

import java.nio.file.Path;
import java.util.Optional;

/**
 * A model that is here.
 *
 * @param snapshot its folder
 * @param files how many it has
 * @param bytes of all its files
 * @param fetched bytes that came over the network
 * @param record what is known of it; empty when another tool pulled it and this one only found it
 */
public record PullResult(
        Path snapshot, int files, long bytes, long fetched, Optional<PullRecord> record) {}
