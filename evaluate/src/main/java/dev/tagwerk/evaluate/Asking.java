package dev.tagwerk.evaluate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * How a model is best asked: as what it has learnt from was written. A run records that in its
 * result; of other models the chat template tells it.
 *
 * @param chat whether a prompt is a user's message, rather than a text to be continued
 * @param because why, for people
 */
public record Asking(boolean chat, String because) {
    private static final String RESULT = "result.json";
    private static final long MAX_BYTES = 16 << 20;
    private static final JsonMapper JSON = new JsonMapper();

    static Asking of(ModelSource model) {
        Optional<Boolean> recorded = conversations(model.folder().resolve(RESULT));
        if (recorded.isPresent()) {
            return recorded.get()
                    ? new Asking(true, "its run learnt from conversations")
                    : new Asking(false, "its run did not learn from conversations");
        }
        return model.chatTemplate().isPresent()
                ? new Asking(true, "it has a chat template")
                : new Asking(false, "it has no chat template");
    }

    /** Whether a run learnt from conversations; empty where that is not the result of a run. */
    private static Optional<Boolean> conversations(Path result) {
        try {
            if (!Files.isRegularFile(result) || Files.size(result) > MAX_BYTES) {
                return Optional.empty();
            }
            JsonNode data = JSON.readTree(result.toFile()).path("data");
            return data.path("data.train").isTextual()
                    ? Optional.of(data.path("data.chat_template").isTextual())
                    : Optional.empty();
        } catch (IOException noResultOfARun) {
            return Optional.empty();
        }
    }
}
