package dev.tagwerk.kniffel;

/**
 * One answer that a question offers.
 *
 * @param name its name, unique within the question
 * @param description plain facts of the game about it; may be empty
 */
public record Option(String name, String description) {
    public Option {
        if (name.isBlank()) {
            throw new KniffelException("name must not be blank");
        }
    }
}
