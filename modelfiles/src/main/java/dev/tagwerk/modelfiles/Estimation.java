package dev.tagwerk.modelfiles;

import dev.tagwerk.modelfiles.MemoryLine.Place;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;

/** Puts the parts of a {@link MemoryEstimate} together. */
final class Estimation {
    /** Batches that are looked at closely: the largest ones. */
    private static final int CLOSELY = 12;

    private static final long WIDE = 4;

    private final MemoryPlan plan;
    private final List<TensorEntry> tensors;
    private final long tokenizerBytes;
    private final Workload workload;
    private final List<MemoryLine> lines = new ArrayList<>();

    Estimation(MemoryPlan plan, List<TensorEntry> tensors, long tokenizerBytes, Workload workload) {
        this.plan = plan;
        this.tensors = tensors;
        this.tokenizerBytes = tokenizerBytes;
        this.workload = workload;
    }

    /** What is there for a while, on top of what always is. */
    private record Phase(String name, long bytes, long kept, long logits, String how) {}

    MemoryEstimate estimate() {
        long trained = plan.full() ? modelValues() : plan.adapterValues();
        long head = plan.headValues();
        process();
        weights();
        trained(trained, head);
        Phase most =
                phases(trained + head).stream()
                        .max(Comparator.comparingLong(Phase::bytes))
                        .orElseThrow();
        phase(most);
        return new MemoryEstimate(lines, most.name());
    }

    private void process() {
        long processes = plan.processes();
        add(
                "Java and libtorch",
                Place.MAIN,
                processes * (ProcessBytes.BASE + (plan.cuda() ? 0 : onProcessor())),
                plan.cuda() ? "measured" : "measured; " + plan.workers() + " workers");
        add("programs", Place.MAPPED, processes * ProcessBytes.PROGRAMS, "measured");
        if (plan.cuda()) {
            add("CUDA context", Place.CARD, ProcessBytes.CUDA_CONTEXT, "assumed, not measured");
        }
        add(
                "tokenizer",
                Place.MAIN,
                processes * (long) (ProcessBytes.TOKENIZER * tokenizerBytes),
                "measured for each byte of tokenizer.json");
        add(
                "rows",
                Place.MAIN,
                processes
                        * (workload.rows() * ProcessBytes.ROW
                                + workload.tokens() * ProcessBytes.TOKEN
                                + workload.dataBytes()),
                String.format(
                        Locale.ROOT,
                        "%,d rows of %,d tokens (%s)",
                        workload.rows(),
                        workload.tokens(),
                        workload.origin()));
    }

    private long onProcessor() {
        return plan.workers() * ProcessBytes.WORKER
                + (plan.computed() == DType.BF16 ? ProcessBytes.COMPILED : 0);
    }

    private void weights() {
        WeightBytes weights = WeightBytes.of(plan, tensors, workload.distinctTokens());
        Place own = plan.cuda() ? Place.CARD : Place.MAIN;
        long times = plan.cuda() ? 1 : plan.processes();
        String types = plan.computed().name().toLowerCase(Locale.ROOT);
        if (weights.mapped() > 0) {
            // Processes share the pages of one file, but each is charged for them.
            add(
                    "weights, mapped",
                    Place.MAPPED,
                    plan.processes() * weights.mapped(),
                    "pages of the model's files that are read");
        }
        if (weights.copied() > 0) {
            add("weights, " + types, own, times * weights.copied(), "copied to " + types);
        }
        if (weights.quantized() > 0) {
            add(
                    "weights, quantised",
                    own,
                    times * weights.quantized(),
                    plan.frozen().name().toLowerCase(Locale.ROOT).replace('_', ' '));
        }
    }

    private void trained(long trained, long head) {
        Place own = plan.cuda() ? Place.CARD : Place.MAIN;
        long times = plan.cuda() ? 1 : plan.processes();
        String values = String.format(Locale.ROOT, "%,d values in fp32", trained + head);
        long all = WIDE * (trained + head);
        add(plan.full() ? "weights, trained" : "adapter and head", own, times * all, values);
        add("optimiser", own, times * 2 * all, "AdamW's two moments");
        add(
                "gradients",
                own,
                times * plan.workers() * all,
                "one buffer for each of " + plan.workers() + " workers");
    }

    private long modelValues() {
        ModelConfig config = plan.config();
        long embedding = (long) config.vocabSize() * config.hiddenSize();
        return FullBytes.blockValues(config) * config.layers()
                + (config.tiedEmbeddings() ? 1 : 2) * embedding
                + config.hiddenSize();
    }

    private List<Phase> phases(long trained) {
        List<Phase> phases = new ArrayList<>();
        phases.add(largest("a training step", workload.batches(), StepBytes::of));
        if (!workload.validation().isEmpty()) {
            phases.add(largest("an evaluation", workload.validation(), InferenceBytes::of));
        }
        phases.add(
                new Phase(
                        "the optimiser's update",
                        (plan.cuda() ? 1 : plan.processes()) * WIDE * trained,
                        0,
                        0,
                        "a copy of one moment"));
        return phases;
    }

    /** The batch that takes most, on each process. */
    private Phase largest(
            String name,
            List<List<BatchShare>> batches,
            BiFunction<MemoryPlan, BatchShare, Tally> pass) {
        long bytes = 0;
        long kept = 0;
        long logits = 0;
        String how = "";
        int processes = plan.processes();
        for (int process = 0; process < processes; process++) {
            Phase most = new Phase(name, 0, 0, 0, "");
            for (List<BatchShare> shares : closely(own(batches, process, processes))) {
                Phase here = phase(name, shares, pass);
                most = here.bytes() > most.bytes() ? here : most;
            }
            if (plan.cuda()) { // each on a card of its own: the fullest counts
                if (most.bytes() > bytes) {
                    bytes = most.bytes();
                    kept = most.kept();
                    logits = most.logits();
                    how = most.how();
                }
            } else {
                bytes += most.bytes();
                kept += most.kept();
                logits += most.logits();
                how = most.how().isEmpty() ? how : most.how();
            }
        }
        return new Phase(name, bytes, kept, logits, how);
    }

    private static List<List<BatchShare>> own(
            List<List<BatchShare>> batches, int process, int processes) {
        List<List<BatchShare>> own = new ArrayList<>();
        for (List<BatchShare> shares : batches) {
            List<BatchShare> mine = new ArrayList<>();
            for (int i = process; i < shares.size(); i += processes) {
                mine.add(shares.get(i));
            }
            own.add(mine);
        }
        return own;
    }

    private static List<List<BatchShare>> closely(List<List<BatchShare>> batches) {
        return batches.stream()
                .filter(shares -> !shares.isEmpty())
                .sorted(Comparator.comparingLong(Estimation::weight).reversed())
                .limit(CLOSELY)
                .toList();
    }

    // tokens, and long rows a little more than many
    private static long weight(List<BatchShare> shares) {
        long weight = 0;
        for (BatchShare share : shares) {
            for (int length : share.lengths()) {
                weight += length * (2048L + length);
            }
        }
        return weight;
    }

    private Phase phase(
            String name, List<BatchShare> shares, BiFunction<MemoryPlan, BatchShare, Tally> pass) {
        long bytes = 0;
        long kept = 0;
        long logits = 0;
        long tokens = 0;
        long rows = 0;
        int longest = 0;
        for (BatchShare share : shares) {
            Tally tally = pass.apply(plan, share);
            bytes += plan.cuda() ? tally.alive() : tally.peak();
            kept += tally.atPeak(Tally.Kind.KEPT);
            logits += tally.atPeak(Tally.Kind.LOGITS);
            tokens += share.tokens();
            rows += share.lengths().size();
            for (int length : share.lengths()) {
                longest = Math.max(longest, length);
            }
        }
        return new Phase(
                name,
                bytes,
                kept,
                logits,
                String.format(
                        Locale.ROOT,
                        "%d rows of %,d tokens, the longest %,d",
                        rows,
                        tokens,
                        longest));
    }

    private void phase(Phase most) {
        Place own = plan.cuda() ? Place.CARD : Place.MAIN;
        if (most.kept() > 0) {
            add(
                    "activations kept",
                    own,
                    most.kept(),
                    (plan.checkpointing() ? "inputs of blocks, and one block; " : "") + most.how());
        }
        if (most.logits() > 0) {
            add("logits", own, most.logits(), "of " + vocabulary());
        }
        add(
                most.name(),
                own,
                most.bytes() - most.kept() - most.logits(),
                most.kept() > 0 ? "what is computed at the fullest moment" : most.how());
    }

    private String vocabulary() {
        return String.format(Locale.ROOT, "%,d words, in pieces", plan.config().vocabSize());
    }

    private void add(String name, Place place, long bytes, String how) {
        lines.add(new MemoryLine(name, place, bytes, how));
    }
}
