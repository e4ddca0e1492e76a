package dev.tagwerk.modelfiles;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Scores of SentencePiece's pieces from merges. llama.cpp joins whichever neighbours make the piece
 * with the best score; a list of merges says the same only when it has every way to make a piece,
 * piece after piece, as the conversion from SentencePiece writes it. Another list is refused. How
 * an added token would be merged does not matter: both find it before they merge. Gemma's runs of
 * spaces and line ends are such.
 */
final class GgufPieces {
    static final String SPACE = "▁";

    private GgufPieces() {}

    /** A score for each token, the first merged highest. */
    static List<Float> scores(TokenizerJson tokenizer, GgufTokens tokens) {
        Map<String, Integer> ranks = new HashMap<>();
        String last = "";
        Set<String> added = new HashSet<>();
        tokenizer.part("added_tokens").forEach(each -> added.add(each.path("content").asText()));
        for (TokenizerJson.Merge merge : tokenizer.merges()) {
            if (!merge.merged().equals(last)) {
                last = merge.merged();
                boolean first = ranks.putIfAbsent(last, ranks.size()) == null;
                if (!first && !added.contains(last)) {
                    throw notPieces(last);
                }
            }
        }
        requireEveryWay(tokenizer, ranks, added);
        List<Float> scores = new ArrayList<>();
        for (String text : tokens.texts()) {
            Integer rank = ranks.get(text);
            scores.add(rank == null ? -1e6f : -(float) rank);
        }
        return scores;
    }

    private static void requireEveryWay(
            TokenizerJson tokenizer, Map<String, Integer> ranks, Set<String> added) {
        Set<TokenizerJson.Merge> merges = new HashSet<>(tokenizer.merges());
        Map<String, Integer> vocabulary = tokenizer.vocabulary();
        for (String piece : ranks.keySet()) {
            if (added.contains(piece)) {
                continue;
            }
            for (int at = piece.offsetByCodePoints(0, 1);
                    at < piece.length();
                    at = piece.offsetByCodePoints(at, 1)) {
                String left = piece.substring(0, at);
                String right = piece.substring(at);
                if (vocabulary.containsKey(left)
                        && vocabulary.containsKey(right)
                        && !merges.contains(new TokenizerJson.Merge(left, right))) {
                    throw notPieces(piece);
                }
            }
        }
    }

    private static ModelFilesException notPieces(String piece) {
        return new ModelFilesException(
                "the tokenizer's merges are not those of SentencePiece (piece '%s'), and llama.cpp would cut texts otherwise"
                        .formatted(Messages.shortened(piece)));
    }
}
