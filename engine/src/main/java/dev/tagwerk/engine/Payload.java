package dev.tagwerk.engine;

/**
 * What is submitted, in the provider's own form (JSON, a script); holds names of secrets, never
 * their values.
 */
public record Payload(String text) {
    public Payload {
        if (text.isBlank()) {
            throw new IllegalArgumentException("text: must not be empty");
        }
    }
}
