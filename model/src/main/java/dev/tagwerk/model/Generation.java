package dev.tagwerk.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;

/** Continues one prompt token by token with a key/value cache. */
final class Generation {
    private final Decoder decoder;
    private final Overlay overlay;
    private final GenerationSettings settings;
    private final SplittableRandom random;

    Generation(Decoder decoder, Overlay overlay, GenerationSettings settings) {
        this.decoder = decoder;
        this.overlay = overlay;
        this.settings = settings;
        this.random = new SplittableRandom(settings.seed());
    }

    int[] run(int[] prompt, IntConsumer onToken) {
        if (prompt.length == 0) {
            throw new ModelException(
                    "an empty prompt cannot be continued; give at least one token");
        }
        List<Integer> out = new ArrayList<>();
        try (PointerScope scope = new PointerScope()) {
            KeyValueCache cache = new KeyValueCache();
            int token = choose(next(prompt, 0, cache));
            while (true) {
                out.add(token);
                onToken.accept(token);
                if (out.size() >= settings.maxNewTokens()
                        || settings.stopTokens().contains(token)) {
                    return out.stream().mapToInt(Integer::intValue).toArray();
                }
                int[] ids = Arrays.copyOf(prompt, prompt.length + out.size());
                for (int i = 0; i < out.size(); i++) {
                    ids[prompt.length + i] = out.get(i);
                }
                token = choose(next(ids, ids.length - 1, cache));
            }
        }
    }

    /** Hidden states of the row's tokens from {@code start} on, at least of the last. */
    private Tensor next(int[] ids, int start, KeyValueCache cache) {
        if (decoder.anew(ids.length)) {
            return PointerScopes.keep(
                    () ->
                            decoder.hidden(
                                    new TokenRows(List.of(ids), new long[] {ids.length - 1L}),
                                    overlay,
                                    null));
        }
        int count = ids.length - start;
        return decoder.extend(
                Arrays.copyOfRange(ids, start, ids.length),
                PrefixScoring.positions(start, count),
                start == 0 ? PrefixScoring.causalMask(count) : new float[ids.length],
                overlay,
                cache,
                true);
    }

    private int choose(Tensor hidden) {
        float[] logits;
        try (PointerScope scope = new PointerScope()) {
            logits =
                    Tensors.toFloats(
                            decoder.logits(hidden.narrow(0, hidden.size(0) - 1, 1), overlay));
        }
        if (settings.temperature() == 0) {
            int best = 0;
            for (int i = 1; i < logits.length; i++) {
                if (logits[i] > logits[best]) {
                    best = i;
                }
            }
            return best;
        }
        return sample(logits);
    }

    private int sample(float[] logits) {
        float[] scaled = new float[logits.length];
        for (int i = 0; i < logits.length; i++) {
            scaled[i] = (float) (logits[i] / settings.temperature());
        }
        double[] probabilities = DecisionTargets.softmax(scaled);
        List<Integer> order =
                IntStream.range(0, probabilities.length)
                        .boxed()
                        .sorted(
                                Comparator.comparing((Integer i) -> -probabilities[i])
                                        .thenComparing(i -> i))
                        .toList();
        double kept = 0;
        int size = 0;
        while (size < order.size() && (size == 0 || kept < settings.topP())) {
            kept += probabilities[order.get(size++)];
        }
        double drawn = random.nextDouble() * kept;
        for (int i = 0; i < size; i++) {
            drawn -= probabilities[order.get(i)];
            if (drawn < 0) {
                return order.get(i);
            }
        }
        return order.get(size - 1);
    }
}
