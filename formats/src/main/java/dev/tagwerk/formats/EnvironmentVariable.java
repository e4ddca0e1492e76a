package dev.tagwerk.formats;

import java.util.Optional;

/**
 * A variable of a container's environment.
 *
 * @param value empty where it comes from a secret or from the caller
 * @param secret the secret that it comes from
 */
public record EnvironmentVariable(
        String name, Optional<Scalar> value, Optional<Scalar> secret, Node node) {}
