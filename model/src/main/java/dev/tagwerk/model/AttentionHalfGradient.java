package dev.tagwerk.model;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;

/**
 * The attention half of a block, forwards and backwards by hand. Kept between the two: queries,
 * keys and values, the attention's result, and what a second norm normalises; the rest is made
 * again.
 */
final class AttentionHalfGradient implements AutoCloseable {
    private final Block block;
    private final BlockLinears linears;
    private final Tensor input;
    private final TokenRows batch;
    private final @Nullable Tensor positions;
    private final Rotary rotary;
    private final Kept kept = new Kept();
    private @Nullable Saved saved;

    private record Saved(
            @Nullable Tensor queryBeforeNorm,
            @Nullable Tensor keyBeforeNorm,
            AttentionPass attention,
            Tensor attended,
            @Nullable Tensor beforeNorm) {}

    /**
     * @param input the residual stream {@code [tokens, hidden]}
     * @param positions the flat positions wanted afterwards, or null for all
     */
    AttentionHalfGradient(
            Block block,
            BlockLinears linears,
            Tensor input,
            TokenRows batch,
            @Nullable Tensor positions,
            Rotary rotary) {
        this.block = block;
        this.linears = linears;
        this.input = input;
        this.batch = batch;
        this.positions = positions;
        this.rotary = rotary;
    }

    /** What this half adds to the stream: {@code [tokens or selected, hidden]}. */
    Tensor forward() {
        Heads heads = projected();
        Normalization queryNorm = block.queryNorm();
        Normalization keyNorm = block.keyNorm();
        Tensor query = queryNorm == null ? heads.query() : queryNorm.apply(heads.query());
        Tensor key = keyNorm == null ? heads.key() : keyNorm.apply(heads.key());
        AttentionPass attention =
                AttentionPass.of(
                        block.attention().scaled(queryRotary().apply(query)),
                        rotary.apply(key),
                        heads.value(),
                        batch,
                        positions != null,
                        block);
        Tensor attended = attention.forward(); // [tokens or selected, heads * d]
        Tensor output =
                linears.forward(
                                BlockLinears.Place.OUTPUT,
                                linears.drop(attended, BlockLinears.Place.OUTPUT))
                        .getFirst();
        Normalization after = block.afterAttention();
        saved =
                new Saved(
                        queryNorm == null ? null : kept.keep(heads.query()),
                        keyNorm == null ? null : kept.keep(heads.key()),
                        attention,
                        kept.keep(attended),
                        after == null ? null : kept.keep(output));
        return after == null ? output : after.apply(output);
    }

    // before norms and rotation
    private Heads projected() {
        BlockLinears.Input normed = normed();
        if (block.slots().attention().size() == 1) {
            Heads all =
                    Heads.fused(
                            linears.forward(BlockLinears.Place.ATTENTION, normed).getFirst(),
                            block.config());
            return positions == null ? all : all.select(positions);
        }
        List<Tensor> maps = new ArrayList<>();
        if (positions == null) {
            maps.addAll(linears.forward(BlockLinears.Place.ATTENTION, normed));
        } else {
            maps.addAll(linears.forward(BlockLinears.Place.QUERY, normed.select(positions)));
            maps.addAll(linears.forward(BlockLinears.Place.KEY_VALUE, normed));
        }
        return new Heads(
                block.split(maps.get(0), Slot.QUERY),
                block.split(maps.get(1), Slot.KEY),
                block.split(maps.get(2), Slot.VALUE));
    }

    /**
     * Adds this half's gradients to the worker's buffers.
     *
     * @param arriving the gradient of {@link #forward}'s result, fp32
     * @param wanted whether the gradient of the stream is needed
     * @return the gradient of the stream through this half {@code [tokens, hidden]}, fp32, or null
     *     when not wanted
     */
    @Nullable Tensor backward(Tensor arriving, boolean wanted) {
        Saved s = saved;
        if (s == null) {
            throw new ModelException("backward before forward");
        }
        Normalization after = block.afterAttention();
        Tensor output =
                after == null || s.beforeNorm() == null
                        ? arriving
                        : after.back(s.beforeNorm(), arriving.clone());
        Tensor attendedGradient =
                linears.backward(
                        BlockLinears.Place.OUTPUT,
                        List.of(output),
                        linears.drop(s.attended(), BlockLinears.Place.OUTPUT));
        AttentionGradient.Gradients attention =
                s.attention().backward(wide(attendedGradient), s.attended());
        Tensor query =
                throughNorm(
                        block.queryNorm(),
                        s.queryBeforeNorm(),
                        queryRotary().back(block.attention().scaled(attention.query())));
        Tensor key = throughNorm(block.keyNorm(), s.keyBeforeNorm(), rotary.back(attention.key()));
        Tensor gradient = throughMaps(new Heads(query, key, attention.value()), wanted);
        return gradient == null ? null : block.attentionNorm().back(input, wide(gradient));
    }

    private @Nullable Tensor throughMaps(Heads gradients, boolean wanted) {
        BlockLinears.Input normed = normed();
        if (block.slots().attention().size() == 1) {
            return linears.backward(
                    BlockLinears.Place.ATTENTION,
                    List.of(gradients.fusedBack(block.config(), positions)),
                    normed,
                    wanted);
        }
        Tensor query = flat(gradients.query());
        List<Tensor> keyValue = List.of(flat(gradients.key()), flat(gradients.value()));
        if (positions == null) {
            return linears.backward(
                    BlockLinears.Place.ATTENTION,
                    List.of(query, keyValue.getFirst(), keyValue.getLast()),
                    normed,
                    wanted);
        }
        Tensor gradient = linears.backward(BlockLinears.Place.KEY_VALUE, keyValue, normed, wanted);
        Tensor part =
                linears.backward(
                        BlockLinears.Place.QUERY, List.of(query), normed.select(positions), wanted);
        if (gradient != null && part != null) {
            gradient.index_add_(0, positions, part);
        }
        return gradient;
    }

    private BlockLinears.Input normed() {
        return linears.drop(block.attentionNorm().apply(input), BlockLinears.Place.ATTENTION);
    }

    private static Tensor throughNorm(
            @Nullable Normalization norm, @Nullable Tensor before, Tensor gradient) {
        return norm == null || before == null ? gradient : norm.back(before, gradient);
    }

    private Rotary queryRotary() {
        return positions == null ? rotary : rotary.select(positions);
    }

    private static Tensor flat(Tensor x) {
        return x.reshape(x.size(0), x.size(1) * x.size(2));
    }

    private static Tensor wide(Tensor x) {
        return x.scalar_type() == ScalarType.Float ? x : x.to(ScalarType.Float);
    }

    @Override
    public void close() {
        if (saved != null) {
            saved.attention().close();
        }
        kept.close();
    }
}
