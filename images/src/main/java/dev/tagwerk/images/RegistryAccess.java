package dev.tagwerk.images;

import java.time.Duration;
import java.util.Map;

/**
 * How to speak to registries.
 *
 * @param environment where Docker's settings and its helpers are found: {@code DOCKER_CONFIG},
 *     {@code HOME}, {@code PATH}; proxies
 * @param plainHttp whether a registry on another machine may be asked without TLS
 * @param connectTimeout for a connection and the head of an answer
 * @param readTimeout the longest silence within an answer
 */
public record RegistryAccess(
        Map<String, String> environment,
        boolean plainHttp,
        Duration connectTimeout,
        Duration readTimeout) {
    public RegistryAccess {
        environment = Map.copyOf(environment);
        if (!connectTimeout.isPositive() || !readTimeout.isPositive()) {
            throw new IllegalArgumentException("timeouts: must be positive");
        }
    }

    /** With the usual patience. */
    public static RegistryAccess of(Map<String, String> environment, boolean plainHttp) {
        return new RegistryAccess(
                environment, plainHttp, Duration.ofSeconds(20), Duration.ofSeconds(30));
    }
}
