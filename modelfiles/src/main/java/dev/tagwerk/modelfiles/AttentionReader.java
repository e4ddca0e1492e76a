package dev.tagwerk.modelfiles;

import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** The heads and scores of a {@code config.json}. */
final class AttentionReader {
    private final ConfigValues values;
    private final ConfigFamily family;
    private final int most;

    AttentionReader(ConfigValues values, ConfigFamily family, int most) {
        this.values = values;
        this.family = family;
        this.most = most;
    }

    record Heads(int heads, int keyValueHeads, int headDim, boolean bias) {}

    record Scores(double scale, OptionalDouble cap) {}

    Heads heads(int hidden) {
        int heads = values.whole("num_attention_heads", family.defaults().heads(), most);
        int keyValueHeads =
                family.is(Architecture.FALCON) ? falconKeyValueHeads(heads) : keyValueHeads(heads);
        if (heads % keyValueHeads != 0) {
            values.problem(
                    "num_key_value_heads",
                    "(%d) must divide num_attention_heads (%d)".formatted(keyValueHeads, heads));
        }
        return new Heads(heads, keyValueHeads, headDim(hidden, heads), bias());
    }

    private boolean bias() {
        return switch (family.bias()) {
            case NONE -> false;
            case BY_KEY -> values.truth("attention_bias", false);
            case QUERY_KEY_VALUE -> true;
            case ALL_BY_KEY -> values.truth("bias", false);
        };
    }

    private int keyValueHeads(int heads) {
        return values.wholeOrNull("num_key_value_heads", family.defaults().keyValueHeads(), most)
                .orElse(heads);
    }

    /** The older Falcons have one head for all queries, or one for each; 40B has groups. */
    private int falconKeyValueHeads(int heads) {
        int given = values.wholeOrNull("num_kv_heads", OptionalInt.empty(), most).orElse(heads);
        boolean groups = values.truth("new_decoder_architecture", false);
        boolean one = values.truth("multi_query", true);
        if (groups) {
            return given;
        }
        if (!one && given != heads) {
            values.problem(
                    "num_kv_heads",
                    "(%d) must be num_attention_heads (%d) without new_decoder_architecture"
                            .formatted(given, heads));
        }
        return one ? 1 : heads;
    }

    private int headDim(int hidden, int heads) {
        int headDim;
        boolean optional = family.defaults().headDim().isEmpty();
        if (family.keys().contains("head_dim")
                && (optional ? values.says("head_dim") : values.has("head_dim"))) {
            headDim = values.whole("head_dim", 2, most);
        } else if (!optional) {
            headDim = family.defaults().headDim().getAsInt();
        } else {
            if (hidden % heads != 0) {
                values.problem(
                        "hidden_size",
                        "(%d) must be a multiple of num_attention_heads (%d)"
                                .formatted(hidden, heads));
            }
            headDim = Math.max(1, hidden / heads);
        }
        if (headDim % 2 != 0) {
            values.problem("head_dim", "must be even, but is " + headDim);
        }
        return headDim;
    }

    Scores scores(int headDim) {
        if (!family.gemma()) {
            return new Scores(1 / Math.sqrt(headDim), OptionalDouble.empty());
        }
        double scale = 1 / Math.sqrt(values.number("query_pre_attn_scalar", 256, 0));
        if (family.is(Architecture.GEMMA2)) {
            return new Scores(
                    scale, values.aboveZeroOrNull("attn_logit_softcapping", OptionalDouble.of(50)));
        }
        if (values.says("attn_logit_softcapping")) {
            values.problem(
                    "attn_logit_softcapping",
                    "is not in this version for gemma3_text, whose reference ignores it; use a"
                            + " model without it");
        }
        return new Scores(scale, OptionalDouble.empty());
    }

    AttentionConfig config(
            Heads heads, Scores scores, List<Integer> windows, RopeReader.Ropes ropes) {
        return new AttentionConfig(
                heads.heads(),
                heads.keyValueHeads(),
                heads.headDim(),
                heads.bias(),
                heads.bias() && family.bias() != ConfigFamily.Bias.QUERY_KEY_VALUE,
                scores.scale(),
                scores.cap(),
                windows,
                ropes.full(),
                ropes.windowed());
    }
}
