package dev.tagwerk.model;

import dev.tagwerk.modelfiles.AdapterConfig;
import dev.tagwerk.modelfiles.AdapterFolder;
import dev.tagwerk.modelfiles.ModelConfig;
import dev.tagwerk.modelfiles.TensorBytes;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * An adapter folder as an overlay; every tensor of the folder is used, or the folder is refused.
 */
final class LoadedAdapter {
    private LoadedAdapter() {}

    static Overlay overlay(AdapterFolder folder, ModelConfig config, Placement placement) {
        AdapterConfig adapter = folder.config();
        Map<String, TensorBytes> tensors = LoraNames.fromPeft(folder.tensors());
        Set<String> unused = new HashSet<>(tensors.keySet());
        List<Map<Slot, LoraPair>> layers = new ArrayList<>();
        for (int layer = 0; layer < config.layers(); layer++) {
            Map<Slot, LoraPair> pairs = new EnumMap<>(Slot.class);
            for (Slot slot : Slot.values()) {
                TensorBytes a = tensors.get(LoraNames.a(layer, slot));
                TensorBytes b = tensors.get(LoraNames.b(layer, slot));
                if (a == null && b == null) {
                    continue;
                }
                if (a == null || b == null) {
                    throw new ModelException(
                            "the adapter holds only one of the two LoRA matrices of layer "
                                    + layer
                                    + ", "
                                    + slot.path());
                }
                WeightNames.requireShape(a, adapter.rank(), WeightShapes.inputs(config, slot));
                WeightNames.requireShape(b, WeightShapes.outputs(config, slot), adapter.rank());
                pairs.put(
                        slot,
                        new LoraPair(tensor(a, placement), tensor(b, placement), adapter.scale()));
                unused.remove(a.name());
                unused.remove(b.name());
            }
            layers.add(pairs);
        }
        if (!unused.isEmpty()) {
            List<String> sorted = unused.stream().sorted().toList();
            int shown = Math.min(3, sorted.size());
            throw new ModelException(
                    "the adapter was made for another base: this one has no place for "
                            + String.join(", ", sorted.subList(0, shown))
                            + (sorted.size() > shown
                                    ? " and " + (sorted.size() - shown) + " more"
                                    : "")
                            + "; give the base that it was trained on");
        }
        return new Overlay(layers);
    }

    private static Tensor tensor(TensorBytes bytes, Placement placement) {
        return PointerScopes.keep(() -> Tensors.of(bytes, ScalarType.Float, placement));
    }
}
