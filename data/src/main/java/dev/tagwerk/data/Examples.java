package dev.tagwerk.data;

import dev.tagwerk.modelfiles.ChatMessage;
import dev.tagwerk.modelfiles.ModelTokenizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Rows as the model sees them, cut into what is learnt and what is not. */
final class Examples {
    private Examples() {}

    /** A row without a tokenizer. */
    static CheckReport.Example of(Row row) {
        return switch (row) {
            case DecisionRow decision -> of(decision);
            case PromptCompletionRow pair ->
                    example(pair.line(), pair.prompt(), pair.completion(), "");
            case TextRow text -> example(text.line(), "", text.text(), "");
            case AlpacaRow alpaca -> of(alpaca.promptCompletion());
            case ChatRow chat -> of(chat);
        };
    }

    /** A decision: the line of the right option is what its loss is about. */
    static CheckReport.Example of(DecisionRow row) {
        DecisionPrompt prompt = DecisionPrompt.render(row);
        Span label = prompt.optionSpans().get(row.label());
        String text = prompt.text();
        return example(
                row.line(),
                text.substring(0, label.start()),
                text.substring(label.start(), label.end()),
                text.substring(label.end()));
    }

    /** A conversation without its template: a line names who speaks. */
    private static CheckReport.Example of(ChatRow row) {
        List<CheckReport.Piece> pieces = new ArrayList<>();
        for (int i = 0; i < row.messages().size(); i++) {
            ChatMessage message = row.messages().get(i);
            boolean learnt = row.learns(i);
            pieces.add(new CheckReport.Piece(message.role() + ":\n", false));
            pieces.add(new CheckReport.Piece(message.content(), learnt));
            pieces.add(new CheckReport.Piece("\n", false));
        }
        return new CheckReport.Example(row.line(), pieces);
    }

    /** A text: each run of learnt tokens, decoded again, special tokens and all. */
    static CheckReport.Example of(Encoding.Text kept, ModelTokenizer tokenizer) {
        int[] ids = kept.encoded().ids();
        boolean[] learnt = kept.encoded().learnt();
        List<CheckReport.Piece> pieces = new ArrayList<>();
        for (int start = 0; start < ids.length; ) {
            int end = start + 1;
            while (end < ids.length && learnt[end] == learnt[start]) {
                end++;
            }
            String text = tokenizer.decode(Arrays.copyOfRange(ids, start, end), false);
            pieces.add(new CheckReport.Piece(text, learnt[start]));
            start = end;
        }
        return new CheckReport.Example(kept.line(), pieces);
    }

    private static CheckReport.Example example(
            int line, String before, String label, String after) {
        List<CheckReport.Piece> pieces = new ArrayList<>();
        if (!before.isEmpty()) {
            pieces.add(new CheckReport.Piece(before, false));
        }
        pieces.add(new CheckReport.Piece(label, true));
        if (!after.isEmpty()) {
            pieces.add(new CheckReport.Piece(after, false));
        }
        return new CheckReport.Example(line, pieces);
    }
}
