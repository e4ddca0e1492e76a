package dev.tagwerk.model;

import dev.tagwerk.modelfiles.ModelConfig;
import dev.tagwerk.modelfiles.TensorSource;
import dev.tagwerk.modelfiles.WeightStore;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;

/**
 * A decoder-only transformer, as its configuration describes it: embedding, blocks, final norm,
 * language model head. Thread-safe as long as its weights do not change: passes only read them.
 */
final class Decoder implements AutoCloseable {
    private final ModelConfig config;
    private final Placement placement;
    private final PointerScope owner;
    private final Tensor embedding;
    private final List<Block> blocks = new ArrayList<>();
    private final Normalization finalNorm;
    private final LanguageHead head;
    private final Runnable closing;

    private Decoder(
            ModelConfig config,
            WeightSource weights,
            Placement placement,
            PointerScope owner,
            Runnable closing) {
        this.closing = closing;
        this.config = config;
        this.placement = placement;
        this.owner = owner;
        embedding =
                weights.get("model.embed_tokens.weight", config.vocabSize(), config.hiddenSize());
        for (int i = 0; i < config.layers(); i++) {
            blocks.add(new Block(i, config, weights, placement));
        }
        finalNorm = Normalization.of(config, weights, "model.norm", config.hiddenSize());
        head =
                LanguageHead.of(
                        config,
                        config.tiedEmbeddings() && !weights.ownHead()
                                ? embedding
                                : weights.get(
                                        "lm_head.weight", config.vocabSize(), config.hiddenSize()),
                        placement);
    }

    /**
     * A decoder with frozen weights read from files, rounded to the placement's storage precision;
     * nothing of the files is used after it.
     */
    static Decoder frozen(ModelConfig config, TensorSource files, Placement placement) {
        return frozen(config, new FrozenWeights(files, null, placement, null), placement, () -> {});
    }

    /**
     * The same where weights that need no conversion stay mapped from the files on disk, and those
     * of blocks may be quantised.
     *
     * @param source the weights, those of {@code files} or others in their place
     * @param files closed with the decoder, or here when it cannot be made
     */
    static Decoder mapped(
            ModelConfig config,
            TensorSource source,
            WeightStore files,
            Placement placement,
            @Nullable Quantization quantization) {
        return mapped(
                config,
                new FrozenWeights(source, files, placement, quantization),
                files,
                placement);
    }

    /**
     * The same of weights some of which somebody else owns and may train.
     *
     * @param files closed with the decoder, or here when it cannot be made
     */
    static Decoder mapped(
            ModelConfig config, WeightSource weights, WeightStore files, Placement placement) {
        try {
            return frozen(config, weights, placement, files::close);
        } catch (RuntimeException e) {
            files.close();
            throw e;
        }
    }

    private static Decoder frozen(
            ModelConfig config, WeightSource weights, Placement placement, Runnable closing) {
        Libtorch.load();
        PointerScope owner = new PointerScope();
        try {
            return new Decoder(config, weights, placement, owner, closing);
        } finally {
            PointerScopes.leave(owner);
        }
    }

    /** A decoder over tensors that somebody else owns and may train. */
    static Decoder over(ModelConfig config, WeightSource weights, Placement placement) {
        PointerScope owner = new PointerScope();
        try {
            return new Decoder(config, weights, placement, owner, () -> {});
        } finally {
            PointerScopes.leave(owner);
        }
    }

    ModelConfig config() {
        return config;
    }

    Placement placement() {
        return placement;
    }

    Normalization finalNorm() {
        return finalNorm;
    }

    Block block(int index) {
        return blocks.get(index);
    }

    /**
     * Embeddings of the flat ids, fp32 {@code [tokens, hidden]}: the start of the residual stream.
     */
    Tensor embed(long[] ids) {
        return embed(ids, Overlay.NONE);
    }

    /** The same with an adapter's change of the embedding. */
    Tensor embed(long[] ids, Overlay overlay) {
        for (long id : ids) {
            if (id < 0 || id >= config.vocabSize()) {
                throw new ModelException(
                        "token id " + id + " is outside the vocabulary of " + config.vocabSize());
            }
        }
        Tensor which = Tensors.longs(placement, ids);
        Tensor rows = embedding.index_select(0, which);
        Tensor base = rows.scalar_type() == ScalarType.Float ? rows : rows.to(ScalarType.Float);
        Tensor wide =
                overlay.tokens().map(tokens -> tokens.into(base, ids, placement)).orElse(base);
        return scaled(
                overlay.embedding()
                        .map(pair -> wide.add(pair.lookedUp(which)))
                        .orElse(wide)); // [tokens, hidden]
    }

    // transformers rounds the factor to the embedding's type.
    private Tensor scaled(Tensor embedded) {
        double scale = config.scales().embedding();
        return scale == 1
                ? embedded
                : embedded.mul(Tensors.scalar(placement.storage().rounded(scale)));
    }

    Rotaries rotaries(TokenRows batch) {
        return Rotaries.of(
                config.attention(), rope -> Rotary.of(batch, config.headDim(), rope, placement));
    }

    /**
     * Whether a row of this length is to be computed anew for every token that joins it: the angles
     * of all its tokens change, and with them all keys and values but the first layer's.
     */
    boolean anew(int length) {
        return config.attention().rope().changesWith(length)
                || config.attention().windowRope().changesWith(length);
    }

    /**
     * Whether rows of this length that begin alike have the same hidden states there, and attention
     * that knows rows which continue others.
     */
    boolean sharesBeginnings(int longest) {
        return !config.attention().rope().dependsOnLength()
                && !config.attention().windowRope().dependsOnLength()
                && blocks.stream().allMatch(block -> block.attention().plain(longest));
    }

    /**
     * Hidden states after the final norm at the selected positions, {@code [selected, hidden]}
     * fp32.
     *
     * @param dropout masks for the adapter's inputs, or null outside of training
     */
    Tensor hidden(TokenRows batch, Overlay overlay, @Nullable DropoutStream dropout) {
        DropoutStream masks = dropout == null ? new DropoutStream(placement, 0, 0) : dropout;
        Rotaries rotaries = rotaries(batch);
        Tensor x = embed(batch.flatIds(), overlay);
        int last = blocks.size() - 1;
        for (int i = 0; i < last; i++) {
            Block block = blocks.get(i);
            Tensor input = x;
            DropoutStream own = masks.forBlock(i);
            Rotary rotary = rotaries.of(i);
            x = PointerScopes.keep(() -> block.forward(input, batch, rotary, overlay, own));
        }
        Tensor input = x;
        Rotary rotary = rotaries.of(last);
        return PointerScopes.keep(() -> finish(input, batch, rotary, overlay, masks));
    }

    /** The last block and the final norm: {@code x [tokens, hidden] -> [selected, hidden]}. */
    Tensor finish(
            Tensor x, TokenRows batch, Rotary rotary, Overlay overlay, DropoutStream dropout) {
        Block last = blocks.getLast();
        DropoutStream masks = dropout.forBlock(blocks.size() - 1);
        Tensor out =
                batch.everywhere()
                        ? last.forward(x, batch, rotary, overlay, masks)
                        : last.forwardSelected(
                                x,
                                batch,
                                Tensors.longs(placement, batch.selected()),
                                rotary,
                                overlay,
                                masks);
        return finalNorm.apply(out);
    }

    /** Hidden states of one more row that attends to the cache, {@code [length, hidden]}. */
    Tensor extend(
            int[] ids,
            long[] positions,
            float[] mask,
            Overlay overlay,
            KeyValueCache cache,
            boolean keep) {
        long[] wide = new long[ids.length];
        for (int i = 0; i < ids.length; i++) {
            wide[i] = ids[i];
        }
        Extension extension = Extension.of(this, positions, mask, cache);
        Tensor x = embed(wide, overlay);
        for (Block block : blocks) {
            Tensor input = x;
            x =
                    keep
                            ? extension.through(block, input, overlay, cache, true)
                            : PointerScopes.keep(
                                    () -> extension.through(block, input, overlay, cache, false));
        }
        return finalNorm.apply(x);
    }

    /**
     * Logits over the vocabulary, fp32 {@code [n, vocab]}.
     *
     * @param dropped {@code hidden} after the adapter's dropout
     */
    Tensor logits(Tensor hidden, Overlay overlay, Tensor dropped) {
        return head.logits(hidden, overlay, dropped);
    }

    /** Logits of some vocabulary entries only, fp32 {@code [n, ids]}. */
    Tensor logitsOf(Tensor hidden, Overlay overlay, long[] ids) {
        return head.logitsOf(hidden, overlay, ids);
    }

    /** The same outside of training. */
    Tensor logits(Tensor hidden, Overlay overlay) {
        return logits(hidden, overlay, hidden);
    }

    @Override
    public void close() {
        owner.close();
        closing.run();
    }
}
