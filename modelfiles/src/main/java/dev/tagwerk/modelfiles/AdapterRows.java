package dev.tagwerk.modelfiles;

import java.util.List;

/**
 * Rows of a matrix of the base that an adapter has trained: PEFT's {@code trainable_tokens_delta},
 * which despite its name holds the new rows themselves.
 *
 * @param module the module's path in the base, such as {@code model.embed_tokens}
 * @param tokens the rows' numbers
 * @param values [tokens, hidden]
 */
public record AdapterRows(String module, List<Integer> tokens, TensorBytes values) {
    public AdapterRows {
        tokens = List.copyOf(tokens);
    }
}
