package dev.tagwerk.data;

import dev.tagwerk.modelfiles.ChatMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * An instruction and its answer, after earlier ones. For a model with a chat template it is a
 * {@linkplain #chat() conversation}, for another a {@linkplain #promptCompletion() text} with the
 * headings of the first Alpaca model; both as LLaMA-Factory has them.
 *
 * @param line line of the file, from 1
 * @param instruction verbatim; empty only where {@code input} is not
 * @param input what the instruction is about; may be empty
 * @param output the answer, not empty
 * @param system what stands before everything else; empty means none
 * @param history earlier exchanges, the oldest first
 */
public record AlpacaRow(
        int line,
        String instruction,
        String input,
        String output,
        Optional<String> system,
        List<Exchange> history)
        implements Row {
    private static final String SYSTEM =
            "Below is an instruction that describes a task. Write a response that appropriately"
                    + " completes the request.";

    /** One earlier question and its answer. */
    public record Exchange(String question, String answer) {
        public Exchange {
            Objects.requireNonNull(question, "question");
            Objects.requireNonNull(answer, "answer");
        }
    }

    public AlpacaRow {
        Objects.requireNonNull(instruction, "instruction");
        Objects.requireNonNull(input, "input");
        Objects.requireNonNull(output, "output");
        system = system.filter(text -> !text.isEmpty());
        history = List.copyOf(history);
        if (line < 1) {
            throw new DataException("line must be at least 1, not " + line);
        }
        if (instruction.isEmpty() && input.isEmpty()) {
            throw new DataException("`instruction` and `input` are both empty");
        }
        if (output.isEmpty()) {
            throw new DataException("`output` is empty: there is nothing to learn");
        }
    }

    /** Instruction and input as one text, a line break between them where both are given. */
    public String question() {
        if (instruction.isEmpty() || input.isEmpty()) {
            return instruction + input;
        }
        return instruction + "\n" + input;
    }

    /** The row as a conversation; the answers of the history are learnt as well. */
    public ChatRow chat() {
        List<ChatMessage> messages = new ArrayList<>();
        system.ifPresent(text -> messages.add(new ChatMessage("system", text)));
        for (Exchange exchange : history) {
            messages.add(new ChatMessage("user", exchange.question()));
            messages.add(new ChatMessage("assistant", exchange.answer()));
        }
        messages.add(new ChatMessage("user", question()));
        messages.add(new ChatMessage("assistant", output));
        return new ChatRow(line, messages);
    }

    /** The row as text under headings; the history stands in the prompt and is not learnt. */
    public PromptCompletionRow promptCompletion() {
        StringBuilder prompt = new StringBuilder(system.orElse(SYSTEM)).append("\n\n");
        for (Exchange exchange : history) {
            asked(prompt, exchange.question()).append(exchange.answer()).append("\n\n");
        }
        return new PromptCompletionRow(line, asked(prompt, question()).toString(), output);
    }

    private static StringBuilder asked(StringBuilder prompt, String question) {
        return prompt.append("### Instruction:\n").append(question).append("\n\n### Response:\n");
    }
}
