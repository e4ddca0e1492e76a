package dev.tagwerk.engine;

/**
 * What a provider needs to find a submitted attempt again, also after the controller's death.
 *
 * @param provider the provider's name
 * @param value opaque to everybody else
 */
public record Handle(String provider, String value) {
    public Handle {
        if (provider.isBlank()) {
            throw new IllegalArgumentException("provider: must not be empty");
        }
        if (value.isBlank()) {
            throw new IllegalArgumentException("value: must not be empty");
        }
    }
}
