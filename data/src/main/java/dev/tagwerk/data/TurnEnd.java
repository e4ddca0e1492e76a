package dev.tagwerk.data;

import dev.tagwerk.modelfiles.ChatMessage;
import dev.tagwerk.modelfiles.ChatTemplate;
import dev.tagwerk.modelfiles.Encoded;
import dev.tagwerk.modelfiles.ModelFilesException;
import dev.tagwerk.modelfiles.ModelTokenizer;
import java.util.List;
import java.util.OptionalInt;

/** The special token that a template puts behind the assistant's words. */
public final class TurnEnd {
    private static final String WORDS = "0123456789";

    private TurnEnd() {}

    /** Empty when no special token stands there, or the template cannot write a short exchange. */
    public static OptionalInt of(ChatTemplate template, ModelTokenizer tokenizer) {
        String text;
        try {
            text =
                    template.render(
                                    List.of(
                                            new ChatMessage("user", "?"),
                                            new ChatMessage("assistant", WORDS)),
                                    false)
                            .text();
        } catch (ModelFilesException refused) {
            return OptionalInt.empty();
        }
        int end = text.lastIndexOf(WORDS) + WORDS.length();
        Encoded encoded = tokenizer.encode(text, false);
        for (int i = 0; i < encoded.length(); i++) {
            if (encoded.starts()[i] >= end && encoded.ends()[i] > encoded.starts()[i]) {
                int id = encoded.ids()[i];
                boolean special = tokenizer.decode(new int[] {id}, true).isEmpty();
                return special ? OptionalInt.of(id) : OptionalInt.empty();
            }
        }
        return OptionalInt.empty();
    }
}
