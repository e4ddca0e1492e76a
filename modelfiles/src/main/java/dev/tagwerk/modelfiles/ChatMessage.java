package dev.tagwerk.modelfiles;

/**
 * One turn of a conversation, as a chat template is given it.
 *
 * @param role who speaks: {@code system}, {@code user}, {@code assistant} or {@code tool}; which of
 *     them may stand where is judged by whoever uses the message, the template among them
 * @param content verbatim, may be empty
 */
public record ChatMessage(String role, String content) {
    public ChatMessage {
        if (role.isBlank()) {
            throw new ModelFilesException(
                    "a message has no role; it must be system, user, assistant or tool");
        }
    }
}
