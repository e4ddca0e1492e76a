package dev.tagwerk.model;

import dev.tagwerk.modelfiles.TensorBytes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names of LoRA tensors: ours ({@code layers.0.self_attn.q_proj.lora_A.weight}) and PEFT's, which
 * prefixes {@code base_model.model.} and, for a causal language model, another {@code model.}.
 */
final class LoraNames {
    private static final Pattern PEFT =
            Pattern.compile(
                    "base_model\\.model\\.(?:model\\.)?(layers\\.\\d+\\.[a-z_]+\\.[a-z_]+\\.lora_[AB]\\.weight)");

    private LoraNames() {}

    static String a(int layer, Slot slot) {
        return "layers." + layer + "." + slot.path() + ".lora_A.weight";
    }

    static String b(int layer, Slot slot) {
        return "layers." + layer + "." + slot.path() + ".lora_B.weight";
    }

    static Map<String, TensorBytes> fromPeft(Map<String, TensorBytes> tensors) {
        Map<String, TensorBytes> ours = new HashMap<>();
        for (TensorBytes tensor : tensors.values()) {
            Matcher matcher = PEFT.matcher(tensor.name());
            if (!matcher.matches()) {
                throw new ModelException(
                        "the adapter holds the tensor "
                                + tensor.name()
                                + ", which is no LoRA matrix of a decoder block; it would be ignored, so it is"
                                + " refused");
            }
            ours.put(matcher.group(1), renamed(tensor, matcher.group(1)));
        }
        return ours;
    }

    /** {@code causal}: with the {@code model.} that PEFT writes around a causal language model. */
    static List<TensorBytes> toPeft(List<TensorBytes> ours, boolean causal) {
        String prefix = causal ? "base_model.model.model." : "base_model.model.";
        List<TensorBytes> renamed = new ArrayList<>();
        for (TensorBytes tensor : ours) {
            if (tensor.name().contains(".lora_")) {
                renamed.add(renamed(tensor, prefix + tensor.name()));
            }
        }
        return renamed;
    }

    private static TensorBytes renamed(TensorBytes tensor, String name) {
        return new TensorBytes(name, tensor.dtype(), tensor.shape(), tensor.bytes());
    }
}
