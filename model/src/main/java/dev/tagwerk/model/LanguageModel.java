package dev.tagwerk.model;

import dev.tagwerk.modelfiles.AdaptedWeights;
import dev.tagwerk.modelfiles.AdapterFolder;
import dev.tagwerk.modelfiles.LogitPieces;
import dev.tagwerk.modelfiles.ModelConfig;
import dev.tagwerk.modelfiles.ModelFolder;
import dev.tagwerk.modelfiles.NamedWeights;
import dev.tagwerk.modelfiles.SafetensorsFile;
import dev.tagwerk.modelfiles.TensorSource;
import dev.tagwerk.modelfiles.WeightStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.IntConsumer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;

/**
 * A model that answers: decisions through its head, likelihoods and text through its language model
 * head. Thread-safe; calls share one set of worker threads.
 */
public final class LanguageModel implements AutoCloseable {
    private static final int TOKENS_AT_ONCE = 2048;

    private final Decoder decoder;
    private final Overlay overlay;
    private final @Nullable PointerHead head;
    private final Workers workers;
    private final Runnable closing;

    private LanguageModel(
            Decoder decoder,
            Overlay overlay,
            @Nullable PointerHead head,
            Workers workers,
            Runnable closing) {
        this.decoder = decoder;
        this.overlay = overlay;
        this.head = head;
        this.workers = workers;
        this.closing = closing;
    }

    static LanguageModel sharing(
            Decoder decoder, Overlay overlay, @Nullable PointerHead head, Workers workers) {
        return new LanguageModel(decoder, overlay, head, workers, () -> {});
    }

    /**
     * Opens a base, with an adapter and a head where given.
     *
     * @param head {@code head.safetensors} of a decision model
     * @throws ModelException when shapes do not fit one another
     */
    public static LanguageModel open(
            ModelFolder base,
            Optional<AdapterFolder> adapter,
            Optional<Path> head,
            Placement placement) {
        Libtorch.load();
        WeightStore files = base.weights();
        TensorSource weights =
                adapter.<TensorSource>map(
                                folder -> new AdaptedWeights(files, folder, base.config()))
                        .orElse(files);
        Decoder decoder =
                Decoder.mapped(
                        base.config(),
                        new NamedWeights(weights, base.config().architecture().names()),
                        files,
                        placement,
                        null);
        PointerScope owner = new PointerScope();
        try {
            Overlay overlay =
                    adapter.map(folder -> LoadedAdapter.overlay(folder, base.config(), placement))
                            .orElse(Overlay.NONE);
            PointerHead pointer =
                    head.isPresent() ? loadHead(head.get(), base.config(), placement) : null;
            Workers workers = new Workers(placement.workers());
            return new LanguageModel(
                    decoder,
                    overlay,
                    pointer,
                    workers,
                    () -> {
                        workers.close();
                        owner.close();
                        decoder.close();
                    });
        } finally {
            PointerScopes.leave(owner);
        }
    }

    private static PointerHead loadHead(Path file, ModelConfig config, Placement placement) {
        try (SafetensorsFile tensors = SafetensorsFile.open(file)) {
            var query = tensors.tensors().get(PointerHead.QUERY_WEIGHT);
            if (query == null
                    || query.shape().size() != 2
                    || query.shape().get(1) != config.hiddenSize()) {
                throw new ModelException(
                        file
                                + " is no pointer head for a model with hidden size "
                                + config.hiddenSize());
            }
            int dimension = Math.toIntExact(query.shape().getFirst());
            List<Parameter> wanted = PointerHead.parameters(config.hiddenSize(), dimension);
            return new PointerHead(
                    name -> {
                        Parameter parameter =
                                wanted.stream()
                                        .filter(p -> p.name().equals(name))
                                        .findFirst()
                                        .orElseThrow();
                        if (!tensors.tensors().containsKey(name)) {
                            throw new ModelException(file + " lacks the tensor " + name);
                        }
                        var bytes = tensors.tensor(name);
                        WeightNames.requireShape(bytes, parameter.shape());
                        return PointerScopes.keep(
                                () -> Tensors.of(bytes, ScalarType.Float, placement));
                    });
        }
    }

    /** Whether it has a decision head. */
    public boolean decides() {
        return head != null;
    }

    /** The base's configuration. */
    public ModelConfig config() {
        return decoder.config();
    }

    /** Raw logits per option for each question, in prompt order. */
    public List<float[]> decide(List<DecisionInput> questions) {
        if (head == null) {
            throw new ModelException(
                    "this model has no decision head; train one with task: decision, or ask for likelihoods");
        }
        return shared(
                questions,
                q -> q.ids().length,
                share -> {
                    DecisionLayout layout = DecisionLayout.of(share);
                    TokenRows batch =
                            new TokenRows(
                                    share.stream().map(DecisionInput::ids).toList(),
                                    layout.selected());
                    Tensor hidden = decoder.hidden(batch, overlay, null);
                    DropoutStream none = new DropoutStream(decoder.placement(), 0, 0);
                    float[] logits =
                            Tensors.toFloats(
                                    head.logits(hidden, layout, none, decoder.placement()));
                    List<float[]> result = new ArrayList<>();
                    int next = 0;
                    for (DecisionInput question : share) {
                        int count = question.optionPositions().length;
                        result.add(Arrays.copyOfRange(logits, next, next + count));
                        next += count;
                    }
                    return result;
                });
    }

    /** Logits after every token of one row, {@code [tokens][vocab]}; for comparisons. */
    public float[][] logits(int[] ids) {
        return workers.<float[][]>run(
                        List.of(
                                () -> {
                                    try (NoGradGuard guard = new NoGradGuard()) {
                                        Tensor hidden =
                                                decoder.hidden(
                                                        TokenRows.all(List.of(ids)), overlay, null);
                                        float[] flat =
                                                Tensors.toFloats(decoder.logits(hidden, overlay));
                                        int vocab = flat.length / ids.length;
                                        float[][] rows = new float[ids.length][];
                                        for (int i = 0; i < ids.length; i++) {
                                            rows[i] =
                                                    Arrays.copyOfRange(
                                                            flat, i * vocab, (i + 1) * vocab);
                                        }
                                        return rows;
                                    }
                                }))
                .getFirst();
    }

    /** Logits of the given vocabulary entries as the token after each prompt. */
    public List<float[]> nextTokenLogits(List<int[]> prompts, int[] vocabularyIds) {
        return shared(
                prompts,
                p -> p.length,
                share -> {
                    float[] logits =
                            Tensors.toFloats(
                                    DecisionTargets.nextTokenLogits(
                                            share, decoder, overlay, vocabularyIds));
                    List<float[]> result = new ArrayList<>();
                    for (int i = 0; i < share.size(); i++) {
                        int from = i * vocabularyIds.length;
                        result.add(Arrays.copyOfRange(logits, from, from + vocabularyIds.length));
                    }
                    return result;
                });
    }

    /** For each text the sum of its labels' log likelihoods (natural logarithm). */
    public List<Double> logLikelihood(List<TextInput> texts) {
        return shared(
                texts,
                t -> t.ids().length,
                share -> {
                    TextLabels labels = TextLabels.of(share);
                    Tensor hidden = decoder.hidden(labels.batch(), overlay, null);
                    List<Double> perLabel = labelLogLikelihoods(hidden, labels.targets());
                    List<Double> result = new ArrayList<>();
                    int next = 0;
                    for (TextInput text : share) {
                        double sum = 0;
                        for (int i = 0; i < text.labels(); i++) {
                            sum += perLabel.get(next++);
                        }
                        result.add(sum);
                    }
                    return result;
                });
    }

    private List<Double> labelLogLikelihoods(Tensor hidden, long[] targets) {
        List<Double> result = new ArrayList<>();
        int atOnce = LogitPieces.rows(targets.length, decoder.config().vocabSize());
        for (int start = 0; start < targets.length; start += atOnce) {
            int size = Math.min(atOnce, targets.length - start);
            try (PointerScope scope = new PointerScope()) {
                Tensor logits = decoder.logits(hidden.narrow(0, start, size), overlay);
                Tensor ids =
                        Tensors.longs(
                                decoder.placement(),
                                Arrays.copyOfRange(targets, start, start + size));
                Tensor chosen =
                        torch.log_softmax(logits, 1, Tensors.type(ScalarType.Float))
                                .gather(1, ids.unsqueeze(1));
                for (float value : Tensors.toFloats(chosen)) {
                    result.add((double) value);
                }
            }
        }
        return result;
    }

    /** One prompt and the texts that may follow it. */
    public record Continuations(int[] prompt, List<int[]> texts) {
        public Continuations {
            texts = List.copyOf(texts);
            if (prompt.length == 0 || texts.isEmpty()) {
                throw new ModelException("a prompt and at least one continuation are needed");
            }
        }

        int tokens() {
            return prompt.length + texts.stream().mapToInt(t -> t.length).sum();
        }
    }

    /**
     * For each prompt, for each continuation the log likelihood of every one of its tokens; the
     * prompt is computed once.
     */
    public List<List<double[]>> continuationLogLikelihoods(List<Continuations> prompts) {
        List<Callable<List<double[]>>> tasks = new ArrayList<>();
        for (Continuations prompt : prompts) {
            tasks.add(
                    () -> {
                        try (NoGradGuard guard = new NoGradGuard()) {
                            return PrefixScoring.score(decoder, overlay, prompt);
                        }
                    });
        }
        return workers.run(tasks);
    }

    /** The prompt's continuation, without the prompt; ends after a stop token or at the limit. */
    public int[] generate(int[] prompt, GenerationSettings settings, IntConsumer onToken) {
        return workers.<int[]>run(
                        List.of(
                                () -> {
                                    try (NoGradGuard guard = new NoGradGuard()) {
                                        return new Generation(decoder, overlay, settings)
                                                .run(prompt, onToken);
                                    }
                                }))
                .getFirst();
    }

    private interface Share<T, R> {
        List<R> compute(List<T> share);
    }

    private interface Length<T> {
        int of(T item);
    }

    /**
     * Splits by length into equally heavy shares, computes them on the workers, restores the order.
     */
    private <T, R> List<R> shared(List<T> items, Length<T> length, Share<T, R> compute) {
        List<List<Integer>> shares =
                Shares.of(items.stream().map(length::of).toList(), workers.count(), TOKENS_AT_ONCE);
        List<Callable<List<R>>> tasks = new ArrayList<>();
        for (List<Integer> share : shares) {
            tasks.add(
                    () -> {
                        try (NoGradGuard guard = new NoGradGuard()) {
                            return compute.compute(share.stream().map(items::get).toList());
                        }
                    });
        }
        List<List<R>> computed = workers.run(tasks);
        List<@Nullable R> ordered =
                new ArrayList<>(java.util.Collections.nCopies(items.size(), null));
        for (int s = 0; s < shares.size(); s++) {
            for (int i = 0; i < shares.get(s).size(); i++) {
                ordered.set(shares.get(s).get(i), computed.get(s).get(i));
            }
        }
        List<R> result = new ArrayList<>();
        for (@Nullable R value : ordered) {
            if (value == null) {
                throw new ModelException("a share of the batch returned too few results");
            }
            result.add(value);
        }
        return result;
    }

    @Override
    public void close() {
        closing.run();
    }
}
