package dev.tagwerk.model;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;

/**
 * Attention of rows of one length, or of one row behind another; see {@link AttentionGradient}. A
 * window or a cap is for rows that continue none.
 *
 * <p>The query heads of a key/value head lie side by side ({@code [rows * kvHeads, group, length,
 * d]}), so that keys are never repeated.
 */
final class AttentionRun {
    private static final int SHORT_BLOCK = 64;
    private static final int LONG_BLOCK = 128;
    private static final int LONG = 1024;

    private final int count;
    private final int length;
    private final int keyValueHeads;
    private final int group;
    private final int headDim;
    private final int block;
    private final double scale;
    private final int window;
    private final OptionalDouble cap;
    private final ScalarType type;
    private final @Nullable AttentionRun before;
    private final int start;
    private final Tensor query; // [rows * kvHeads, group, length, d], scaled
    private final Tensor key; // [rows * kvHeads, length, d]
    private final Tensor value;
    private final List<Weights> weights = new ArrayList<>();
    private @Nullable Tensor queryGradient; // as query, not yet scaled
    private @Nullable Tensor keyGradient;
    private @Nullable Tensor valueGradient;

    /**
     * One block of queries against the keys that it may see.
     *
     * @param probabilities {@code [rows * kvHeads, group * size, keys]}
     * @param slope of the cap at each score, of the same shape; null without one
     */
    private record Weights(Tensor probabilities, @Nullable Tensor slope) {}

    AttentionRun(
            TokenRows.Run run,
            @Nullable AttentionRun before,
            Tensor q,
            Tensor k,
            Tensor v,
            LayerAttention attention,
            ScalarType type,
            Kept kept) {
        this.before = before;
        this.type = type;
        this.window = attention.window();
        this.cap = attention.config().scoreCap();
        start = run.start();
        count = run.count();
        length = run.length();
        keyValueHeads = Math.toIntExact(k.size(1));
        group = Math.toIntExact(q.size(1) / k.size(1));
        headDim = Math.toIntExact(q.size(2));
        block = length > LONG ? LONG_BLOCK : SHORT_BLOCK;
        scale = 1 / Math.sqrt(headDim);
        query = kept.keep(grouped(own(q).mul(new Scalar(scale))));
        key = kept.keep(headsFirst(own(k)));
        value = kept.keep(headsFirst(own(v)));
    }

    /** How many keys of an earlier run each query sees. */
    int earlierKeys() {
        return before == null ? 0 : before.length;
    }

    private Tensor own(Tensor x) {
        return x.narrow(0, start, (long) count * length);
    }

    // [tokens, heads, d] -> [rows * kvHeads, group, length, d]
    private Tensor grouped(Tensor x) {
        return x.to(type)
                .view(count, length, keyValueHeads, group, headDim)
                .permute(0, 2, 3, 1, 4)
                .contiguous()
                .view((long) count * keyValueHeads, group, length, headDim);
    }

    // [tokens, kvHeads, d] -> [rows * kvHeads, length, d]
    private Tensor headsFirst(Tensor x) {
        return x.to(type)
                .view(count, length, keyValueHeads, headDim)
                .permute(0, 2, 1, 3)
                .contiguous()
                .view((long) count * keyValueHeads, length, headDim);
    }

    // [rows * kvHeads, group, length, d] -> [tokens, heads * d]
    private Tensor flat(Tensor x) {
        return x.view(count, keyValueHeads, group, length, headDim)
                .permute(0, 3, 1, 2, 4)
                .reshape((long) count * length, (long) keyValueHeads * group * headDim);
    }

    // [rows * kvHeads, group, length, d] -> [rows * kvHeads, group * size, d]
    private Tensor rows(Tensor x, int from, int size) {
        return x.narrow(2, from, size)
                .reshape((long) count * keyValueHeads, (long) group * size, x.size(3));
    }

    /** {@code [tokens, heads * d]}, fp32; with {@code keep} the probabilities are kept. */
    Tensor forward(boolean keep, Kept kept) {
        Tensor output = torch.empty_like(query);
        for (int from = 0; from < length; from += block) {
            int size = Math.min(block, length - from);
            try (PointerScope temporary = new PointerScope()) {
                Weights made = weights(from, size);
                Tensor p = made.probabilities();
                if (keep) {
                    weights.add(made);
                    kept.keep(p);
                    if (made.slope() != null) {
                        kept.keep(made.slope());
                    }
                }
                Tensor seen = torch.bmm(ownKeys(p, from, size), own(value, from, size));
                if (before != null) {
                    seen.add_(torch.bmm(earlier(p), before.value));
                }
                output.narrow(2, from, size).copy_(seen.view(-1, group, size, headDim));
            }
        }
        return wide(flat(output));
    }

    /** The first key that a block of queries sees: all before it, or those within the window. */
    private int first(int from) {
        return window == 0 ? 0 : Math.max(0, from - window + 1);
    }

    // the keys or values that the block's queries see, of this run
    private Tensor own(Tensor x, int from, int size) {
        int first = first(from);
        return x.narrow(1, first, (long) from + size - first);
    }

    private Weights weights(int from, int size) {
        Tensor queries = rows(query, from, size);
        Tensor scores = wide(torch.bmm(queries, own(key, from, size).transpose(1, 2))); // own
        Tensor slope = null;
        if (cap.isPresent()) {
            Scalar most = new Scalar(cap.getAsDouble());
            scores = scores.div_(most).tanh_();
            slope = typed(scores.square().neg_().add_(new Scalar(1)));
            scores.mul_(most);
        }
        hide(scores, from, size);
        if (before != null) {
            Tensor earlier = wide(torch.bmm(queries, before.key.transpose(1, 2)));
            scores = Tensors.cat(List.of(earlier, scores), 2);
        }
        return new Weights(typed(torch.softmax(scores, -1)), slope);
    }

    // a query sees neither the keys behind it nor those before its window
    private void hide(Tensor scores, int from, int size) {
        int first = first(from);
        int seen = from + size - first;
        Tensor view = scores.view(-1, group, size, seen);
        view.narrow(3, from - first, size).add_(hidden(scores, size, size).triu_(1));
        if (window > 0 && from + size > window) {
            view.add_(hidden(scores, size, seen).tril_(from - first - window));
        }
    }

    private static Tensor hidden(Tensor scores, int rows, int columns) {
        return torch.full(
                new long[] {rows, columns}, new Scalar(Float.NEGATIVE_INFINITY), scores.options());
    }

    private Tensor typed(Tensor x) {
        return x.scalar_type() == type ? x : x.to(type);
    }

    private Tensor earlier(Tensor p) {
        return p.narrow(2, 0, earlierKeys());
    }

    private Tensor ownKeys(Tensor p, int from, int size) {
        return before == null ? p : p.narrow(2, earlierKeys(), (long) from + size - first(from));
    }

    /**
     * Makes this run's gradients and adds to those of the run before.
     *
     * @param arriving {@code [all tokens, heads, d]}
     * @param delta {@code [all tokens, heads]}: row sums of gradient times output
     */
    void backward(Tensor arriving, Tensor delta, Kept kept) {
        Tensor gradient = grouped(own(arriving));
        Tensor sums =
                own(delta)
                        .view(count, length, keyValueHeads, group)
                        .permute(0, 2, 3, 1)
                        .contiguous()
                        .view((long) count * keyValueHeads, group, length, 1);
        Tensor queries = kept.keep(torch.empty_like(query));
        Tensor keys = ready(keyGradient, key, kept);
        Tensor values = ready(valueGradient, value, kept);
        queryGradient = queries;
        keyGradient = keys;
        valueGradient = values;
        if (before != null) {
            before.valueGradient = ready(before.valueGradient, before.value, kept);
            before.keyGradient = ready(before.keyGradient, before.key, kept);
        }
        for (int from = 0; from < length; from += block) {
            try (PointerScope temporary = new PointerScope()) {
                blockBackward(from, gradient, sums);
            }
        }
    }

    private void blockBackward(int from, Tensor gradient, Tensor sums) {
        int size = Math.min(block, length - from);
        Weights made = weights.isEmpty() ? weights(from, size) : weights.get(from / block);
        Tensor p = made.probabilities();
        Tensor dOut = rows(gradient, from, size);
        Tensor blockSums = rows(sums, from, size);
        Tensor q = rows(query, from, size);
        Tensor own = ownKeys(p, from, size);
        own(made(valueGradient), from, size).add_(torch.bmm(own.transpose(1, 2), dOut));
        Tensor scores = scoreGradient(dOut, own(value, from, size), blockSums, own);
        if (made.slope() != null) {
            scores.mul_(made.slope());
        }
        Tensor dQuery = torch.bmm(scores, own(key, from, size));
        own(made(keyGradient), from, size).add_(torch.bmm(scores.transpose(1, 2), q));
        if (before != null) {
            Tensor p0 = earlier(p);
            made(before.valueGradient).add_(torch.bmm(p0.transpose(1, 2), dOut));
            Tensor scores0 = scoreGradient(dOut, before.value, blockSums, p0);
            dQuery.add_(torch.bmm(scores0, before.key));
            made(before.keyGradient).add_(torch.bmm(scores0.transpose(1, 2), q));
        }
        made(queryGradient).narrow(2, from, size).copy_(dQuery.view(-1, group, size, headDim));
    }

    private Tensor scoreGradient(Tensor dOut, Tensor values, Tensor sums, Tensor p) {
        Tensor d = wide(torch.bmm(dOut, values.transpose(1, 2))).sub_(sums).mul_(p);
        return typed(d);
    }

    // fp32 sums over the blocks
    private static Tensor ready(@Nullable Tensor gradient, Tensor like, Kept kept) {
        return gradient != null
                ? gradient
                : kept.keep(
                        torch.zeros(
                                like.shape(),
                                like.options().dtype(Tensors.type(ScalarType.Float))));
    }

    /** {@code [tokens, heads, d]}. */
    Tensor queryGradient() {
        return wide(flat(made(queryGradient)))
                .mul_(new Scalar(scale))
                .view(-1, (long) keyValueHeads * group, headDim);
    }

    /** {@code [tokens, kvHeads, d]}. */
    Tensor keyGradient() {
        return tokensFirst(made(keyGradient));
    }

    /** {@code [tokens, kvHeads, d]}. */
    Tensor valueGradient() {
        return tokensFirst(made(valueGradient));
    }

    private Tensor tokensFirst(Tensor x) {
        return x.view(count, keyValueHeads, length, headDim)
                .permute(0, 2, 1, 3)
                .reshape((long) count * length, keyValueHeads, headDim);
    }

    private static Tensor made(@Nullable Tensor gradient) {
        if (gradient == null) {
            throw new ModelException("an attention gradient was asked for and not made");
        }
        return gradient;
    }

    private static Tensor wide(Tensor x) {
        return x.scalar_type() == ScalarType.Float ? x : x.to(ScalarType.Float);
    }
}
