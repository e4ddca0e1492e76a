package dev.tagwerk.model;

import dev.tagwerk.modelfiles.Activation;
import dev.tagwerk.modelfiles.AdaptedWeights;
import dev.tagwerk.modelfiles.BlockLayout;
import dev.tagwerk.modelfiles.ModelConfig;
import dev.tagwerk.modelfiles.NormKind;
import dev.tagwerk.modelfiles.Scales;
import dev.tagwerk.modelfiles.TensorBytes;
import dev.tagwerk.modelfiles.TensorSource;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;

/**
 * A decoder-only transformer (Qwen3 and Llama shapes): embedding, blocks, final norm, language
 * model head. Thread-safe as long as its weights do not change: passes only read them.
 */
final class Decoder implements AutoCloseable {
    private final ModelConfig config;
    private final Placement placement;
    private final PointerScope owner;
    private final Tensor embedding;
    private final List<Block> blocks = new ArrayList<>();
    private final Normalization finalNorm;
    private final Linear head;

    private Decoder(
            ModelConfig config, WeightSource weights, Placement placement, PointerScope owner) {
        this.config = config;
        this.placement = placement;
        this.owner = owner;
        requirePlain(config);
        embedding =
                weights.get("model.embed_tokens.weight", config.vocabSize(), config.hiddenSize());
        for (int i = 0; i < config.layers(); i++) {
            blocks.add(new Block(i, config, weights, placement));
        }
        finalNorm =
                new Normalization(
                        weights.get("model.norm.weight", config.hiddenSize()),
                        config.normEpsilon());
        head =
                new Linear(
                        config.tiedEmbeddings() && !weights.ownHead()
                                ? embedding
                                : weights.get(
                                        "lm_head.weight", config.vocabSize(), config.hiddenSize()),
                        null,
                        placement.compute().scalarType());
    }

    private static void requirePlain(ModelConfig config) {
        boolean plain =
                config.layout() == BlockLayout.SERIAL
                        && config.architecture().norm() == NormKind.RMS
                        && config.activation() == Activation.SILU
                        && config.attention().plain()
                        && !config.attention().rope().dependsOnLength()
                        && config.scales().equals(new Scales(1, 1, 1));
        if (!plain) {
            throw new ModelException(
                    "the decoder of model_type "
                            + config.modelType()
                            + " with these settings cannot be computed in this version; use a model"
                            + " without windows, caps and scales, in Llama's shape");
        }
    }

    /**
     * A decoder with frozen weights read from files, rounded to the placement's storage precision.
     */
    static Decoder frozen(ModelConfig config, TensorSource files, Placement placement) {
        Libtorch.load();
        PointerScope owner = new PointerScope();
        try {
            return new Decoder(config, new FrozenWeights(files, placement), placement, owner);
        } finally {
            PointerScopes.leave(owner);
        }
    }

    /** A decoder over tensors that somebody else owns and may train. */
    static Decoder over(ModelConfig config, WeightSource weights, Placement placement) {
        PointerScope owner = new PointerScope();
        try {
            return new Decoder(config, weights, placement, owner);
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
        Tensor wide = rows.scalar_type() == ScalarType.Float ? rows : rows.to(ScalarType.Float);
        return overlay.embedding()
                .map(pair -> wide.add(pair.lookedUp(which)))
                .orElse(wide); // [tokens, hidden]
    }

    Rotary rotary(long[] positions) {
        return Rotary.at(positions, config.headDim(), config.attention().rope(), placement);
    }

    /**
     * Hidden states after the final norm at the selected positions, {@code [selected, hidden]}
     * fp32.
     *
     * @param dropout masks for the adapter's inputs, or null outside of training
     */
    Tensor hidden(TokenRows batch, Overlay overlay, @Nullable DropoutStream dropout) {
        DropoutStream masks = dropout == null ? new DropoutStream(placement, 0, 0) : dropout;
        Rotary rotary = rotary(batch.flatPositions());
        Tensor x = embed(batch.flatIds(), overlay);
        int last = blocks.size() - 1;
        for (int i = 0; i < last; i++) {
            Block block = blocks.get(i);
            Tensor input = x;
            DropoutStream own = masks.forBlock(i);
            x = PointerScopes.keep(() -> block.forward(input, batch, rotary, overlay, own));
        }
        Tensor input = x;
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
        Rotary rotary = rotary(positions);
        Tensor maskTensor =
                Tensors.floats(placement, mask, ids.length, (long) cache.length() + ids.length);
        Tensor x = embed(wide, overlay);
        for (Block block : blocks) {
            Tensor input = x;
            x =
                    keep
                            ? block.extend(input, maskTensor, rotary, overlay, cache, true)
                            : PointerScopes.keep(
                                    () ->
                                            block.extend(
                                                    input,
                                                    maskTensor,
                                                    rotary,
                                                    overlay,
                                                    cache,
                                                    false));
        }
        return finalNorm.apply(x);
    }

    /**
     * Logits over the vocabulary, fp32 {@code [n, vocab]}.
     *
     * @param dropped {@code hidden} after the adapter's dropout
     */
    Tensor logits(Tensor hidden, Overlay overlay, Tensor dropped) {
        Tensor logits = head.apply(hidden, overlay.head(), dropped);
        return logits.scalar_type() == ScalarType.Float ? logits : logits.to(ScalarType.Float);
    }

    /** Logits of some vocabulary entries only, fp32 {@code [n, ids]}. */
    Tensor logitsOf(Tensor hidden, Overlay overlay, long[] ids) {
        Tensor which = Tensors.longs(placement, ids);
        Tensor rows = head.weight().index_select(0, which).to(ScalarType.Float);
        Tensor logits = torch.mm(hidden, rows.t());
        return overlay.head()
                .map(
                        pair ->
                                torch.addmm(
                                        logits,
                                        torch.mm(hidden, pair.a().t()), // [n, rank]
                                        pair.b().index_select(0, which).t(),
                                        new Scalar(1.0),
                                        new Scalar(pair.scale())))
                .orElse(logits);
    }

    /** The same outside of training. */
    Tensor logits(Tensor hidden, Overlay overlay) {
        return logits(hidden, overlay, hidden);
    }

    @Override
    public void close() {
        owner.close();
    }

    /** Weights from files; norms and biases stay fp32 where they are added in fp32. */
    private record FrozenWeights(TensorSource files, Placement placement) implements WeightSource {
        @Override
        public boolean ownHead() {
            return files instanceof AdaptedWeights adapted && adapted.ownHead();
        }

        @Override
        public Tensor get(String name, long... shape) {
            TensorBytes bytes = WeightNames.find(files, name);
            WeightNames.requireShape(bytes, shape);
            boolean norm = shape.length == 1 && name.contains("norm");
            ScalarType wanted = norm ? ScalarType.Float : placement.compute().scalarType();
            return PointerScopes.keep(
                    () -> {
                        Tensor stored =
                                Tensors.of(bytes, placement.storage().scalarType(), placement);
                        return stored.scalar_type() == wanted ? stored : stored.to(wanted);
                    });
        }
    }
}
