package dev.tagwerk.spec;

import java.util.Optional;

/**
 * A place of a container whose files outlive a process of it.
 *
 * @param path absolute, in the container
 * @param source what lies there: a folder of this machine, an address, or what a provider calls it;
 *     empty for an empty folder of the job's own
 */
public record JobVolume(String path, Optional<String> source, boolean readOnly) {}
