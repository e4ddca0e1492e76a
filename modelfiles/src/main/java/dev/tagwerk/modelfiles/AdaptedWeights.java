package dev.tagwerk.modelfiles;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A base's weights with what an adapter puts in their place: modules saved whole, biases, trained
 * tokens. The adapter's low-rank pairs are not in them.
 *
 * <p>Thread-safe as long as base and adapter are open.
 */
public final class AdaptedWeights implements TensorSource {
    /** The output matrix, [vocabulary, hidden]; the embedding itself where the two are tied. */
    static final String HEAD = "lm_head.weight";

    private final TensorSource base;
    private final String embedding;
    private final boolean tied;
    private final boolean ownHead;
    private final Map<String, TensorBytes> replaced = new HashMap<>();
    private final Map<String, AdapterRows> rows = new HashMap<>();
    private @Nullable TensorBytes shared;

    /**
     * Lays an adapter's whole tensors over a base.
     *
     * @param config the base's
     * @throws ModelFilesException when the base has no place for one of them, or it has another
     *     shape there
     */
    public AdaptedWeights(TensorSource base, AdapterFolder adapter, ModelConfig config) {
        this.base = base;
        this.tied = config.tiedEmbeddings();
        this.embedding = config.architecture().names().inFile("model.embed_tokens.weight");
        List<String> problems = new ArrayList<>();
        for (AdapterWhole whole : adapter.wholes().values()) {
            if (fits(whole.place(), whole.values(), problems)) {
                place(whole);
            }
        }
        adapter.rows().values().forEach(each -> rows.put(each.module() + ".weight", each));
        ownHead = !tied || replaced.containsKey(HEAD) || rows.containsKey(HEAD) || apart(adapter);
        adapter.rows().values().forEach(each -> check(each, problems));
        if (!problems.isEmpty()) {
            throw ModelFilesException.of(adapter.path().resolve(AdapterFolder.WEIGHTS), problems);
        }
    }

    /** Whether a trained copy of the embedding leaves the output matrix tied to it behind. */
    private boolean apart(AdapterFolder adapter) {
        return replaced.containsKey(embedding) && !adapter.config().tiesWeights();
    }

    private void place(AdapterWhole whole) {
        boolean both =
                tied
                        && !whole.copied()
                        && (whole.place().equals(HEAD) || whole.place().equals(embedding));
        if (both) {
            shared = whole.values();
        } else {
            replaced.put(whole.place(), whole.values());
        }
    }

    private boolean fits(String place, TensorBytes values, List<String> problems) {
        String original = place.equals(HEAD) && tied ? embedding : place;
        if (!base.has(inBase(original))) {
            problems.add(
                    "tensor '%s' has no place in this base; give the base that it was trained on"
                            .formatted(Messages.shortened(values.name())));
            return false;
        }
        List<Long> shape = base.get(inBase(original)).shape();
        if (!shape.equals(values.shape())) {
            problems.add(
                    "tensor '%s' has shape %s where the base has %s; give the base that it was trained on, with the same number of tokens"
                            .formatted(Messages.shortened(values.name()), values.shape(), shape));
            return false;
        }
        return true;
    }

    private void check(AdapterRows changed, List<String> problems) {
        String place = changed.module() + ".weight";
        String name = Messages.shortened(changed.values().name());
        if (!has(place)) {
            problems.add(
                    "tensor '%s' has no place in this base; give the base that it was trained on"
                            .formatted(name));
            return;
        }
        List<Long> shape = whole(place).shape();
        boolean inside = changed.tokens().stream().allMatch(token -> token < shape.getFirst());
        if (shape.size() != 2
                || !inside
                || !shape.getLast().equals(changed.values().shape().getLast())) {
            problems.add(
                    "tensor '%s' has rows of shape %s for tokens of a base of %s; give the base that it was trained on"
                            .formatted(name, changed.values().shape(), shape));
        }
    }

    /** Whether the output matrix is another than the embedding. */
    public boolean ownHead() {
        return ownHead;
    }

    /** Whether the tensor of this name is another than the base's. */
    boolean changes(String name) {
        boolean sharedChange = shared != null && (name.equals(HEAD) || name.equals(embedding));
        return replaced.containsKey(name) || rows.containsKey(name) || sharedChange;
    }

    @Override
    public boolean has(String name) {
        return replaced.containsKey(name) || (name.equals(HEAD) && tied) || base.has(inBase(name));
    }

    @Override
    public TensorBytes get(String name) {
        if (name.equals(HEAD) && !ownHead) {
            return get(embedding);
        }
        AdapterRows changed = rows.get(name);
        return changed == null ? whole(name) : withRows(whole(name), changed);
    }

    private TensorBytes whole(String name) {
        TensorBytes own = replaced.get(name);
        if (own != null) {
            return own;
        }
        boolean ofTied = tied && (name.equals(HEAD) || name.equals(embedding));
        if (ofTied) {
            return shared != null ? shared : base.get(inBase(embedding));
        }
        return base.get(inBase(name));
    }

    /** A model saved without its language model head has no {@code model.} before its names. */
    private String inBase(String name) {
        String bare = name.substring(name.indexOf('.') + 1);
        return !base.has(name) && base.has(bare) ? bare : name;
    }

    private static TensorBytes withRows(TensorBytes matrix, AdapterRows changed) {
        MemorySegment bytes =
                MemorySegment.ofArray(new byte[Math.toIntExact(matrix.bytes().byteSize())]);
        bytes.copyFrom(matrix.bytes());
        float[] row = new float[Math.toIntExact(matrix.shape().getLast())];
        for (int i = 0; i < changed.tokens().size(); i++) {
            Floats.read(changed.values(), (long) i * row.length, row);
            Floats.write(row, matrix.dtype(), bytes, changed.tokens().get(i) * (long) row.length);
        }
        return new TensorBytes(matrix.name(), matrix.dtype(), matrix.shape(), bytes);
    }
}
