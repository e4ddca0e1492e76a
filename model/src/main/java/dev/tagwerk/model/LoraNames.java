package dev.tagwerk.model;

import dev.tagwerk.modelfiles.AdapterFolder;
import dev.tagwerk.modelfiles.AdapterPair;
import dev.tagwerk.modelfiles.AdapterRows;
import dev.tagwerk.modelfiles.AdapterWhole;
import dev.tagwerk.modelfiles.TensorBytes;
import dev.tagwerk.modelfiles.TensorNames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Names of trained tensors: ours ({@code layers.0.self_attn.q_proj.lora_A.weight}), the modules
 * that they belong to ({@code model.layers.0.self_attn.q_proj}), and PEFT's names of both, which
 * lack the {@code model.} where there is no language model head.
 */
final class LoraNames {
    static final String EMBEDDING = "model.embed_tokens";
    static final String HEAD = "lm_head";

    /** Our name of trained rows of the embedding. */
    static final String TOKENS = EMBEDDING + ".trained_tokens";

    private static final String TOKENS_IN_FILE = ".token_adapter.trainable_tokens_delta";
    private static final String MODEL = "model.";
    private static final String WEIGHT = ".weight";
    private static final String BIAS = ".bias";
    private static final String PEFT = "base_model.model.";

    private LoraNames() {}

    static String module(int layer, Slot slot) {
        return MODEL + "layers." + layer + "." + slot.path();
    }

    /** The path of a module or tensor as PEFT knows it, by the architecture's names. */
    static String peft(String module, boolean headless, TensorNames names) {
        String own = names.inFile(module);
        return headless && own.startsWith(names.model())
                ? own.substring(names.model().length())
                : own;
    }

    static String a(int layer, Slot slot) {
        return a(module(layer, slot));
    }

    static String b(int layer, Slot slot) {
        return b(module(layer, slot));
    }

    /** Our name of a module's A. */
    static String a(String module) {
        return bare(module) + (module.equals(EMBEDDING) ? ".lora_embedding_A" : ".lora_A.weight");
    }

    /** Our name of a module's B. */
    static String b(String module) {
        return bare(module) + (module.equals(EMBEDDING) ? ".lora_embedding_B" : ".lora_B.weight");
    }

    private static String bare(String module) {
        return module.startsWith(MODEL) ? module.substring(MODEL.length()) : module;
    }

    /** An adapter's tensors by our names. */
    static Map<String, TensorBytes> fromPeft(AdapterFolder adapter, TensorNames names) {
        Map<String, TensorBytes> ours = new HashMap<>();
        for (AdapterPair pair : adapter.pairs().values()) {
            String module = names.fromFile(pair.module());
            ours.put(a(module), renamed(pair.a(), a(module)));
            ours.put(b(module), renamed(pair.b(), b(module)));
        }
        for (AdapterRows rows : adapter.rows().values()) {
            if (names.fromFile(rows.module()).equals(EMBEDDING)) {
                ours.put(TOKENS, renamed(rows.values(), TOKENS));
            }
        }
        for (AdapterWhole whole : adapter.wholes().values()) {
            String place = names.fromFile(whole.place());
            ours.put(place, renamed(whole.values(), place));
        }
        return ours;
    }

    /**
     * The adapter among all trained tensors, by PEFT's names.
     *
     * @param names how the architecture calls its modules
     * @param causal with the {@code model.} that PEFT writes around a causal language model
     */
    static List<TensorBytes> toPeft(List<TensorBytes> ours, boolean causal, TensorNames names) {
        Set<String> all = ours.stream().map(TensorBytes::name).collect(Collectors.toSet());
        List<TensorBytes> renamed = new ArrayList<>();
        for (TensorBytes tensor : ours) {
            String name = tensor.name();
            if (name.equals(TOKENS)) {
                String path = peft(EMBEDDING, !causal, names);
                renamed.add(renamed(tensor, PEFT + path + TOKENS_IN_FILE));
            } else if (ofAdapter(name)) {
                boolean head = name.startsWith(HEAD + ".");
                String path = head ? name : peft(MODEL + bare(name), !causal, names);
                renamed.add(renamed(tensor, PEFT + withinPair(path, name, all)));
            }
        }
        return renamed;
    }

    /** PEFT puts the map under a pair, and with it its bias, into {@code base_layer}. */
    private static String withinPair(String path, String name, Set<String> all) {
        String module = name.substring(0, name.lastIndexOf('.'));
        return name.endsWith(BIAS) && all.contains(a(module))
                ? path.substring(0, path.length() - BIAS.length()) + ".base_layer" + BIAS
                : path;
    }

    /** Whether a trained tensor belongs to the adapter, not to a decision head. */
    static boolean ofAdapter(String name) {
        return name.startsWith(MODEL) || name.startsWith(HEAD + ".") || name.contains(".lora_");
    }

    private static TensorBytes renamed(TensorBytes tensor, String name) {
        return new TensorBytes(name, tensor.dtype(), tensor.shape(), tensor.bytes());
    }
}
