package dev.tagwerk.model;

import java.util.ArrayList;
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
            Tensor hidden =
                    decoder.extend(
                            prompt,
                            PrefixScoring.positions(0, prompt.length),
                            PrefixScoring.causalMask(prompt.length),
                            overlay,
                            cache,
                            true);
            int token = choose(hidden);
            while (true) {
                out.add(token);
                onToken.accept(token);
                if (out.size() >= settings.maxNewTokens()
                        || settings.stopTokens().contains(token)) {
                    return out.stream().mapToInt(Integer::intValue).toArray();
                }
                int position = cache.length();
                hidden =
                        decoder.extend(
                                new int[] {token},
                                new long[] {position},
                                new float[position + 1],
                                overlay,
                                cache,
                                true);
                token = choose(hidden);
            }
        }
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
