package dev.tagwerk.model;

import dev.tagwerk.modelfiles.AdapterFolder;
import dev.tagwerk.modelfiles.AdapterPair;
import dev.tagwerk.modelfiles.ModelConfig;
import dev.tagwerk.modelfiles.TensorBytes;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * An adapter folder's low-rank pairs as an overlay; every pair of the folder is used, and every
 * module that it names has one, or the folder is refused.
 */
final class LoadedAdapter {
    private static final String WEIGHT = ".weight";

    private final ModelConfig config;
    private final Placement placement;
    private final AdapterFolder folder;
    private final Map<String, AdapterPair> unused;

    private LoadedAdapter(AdapterFolder folder, ModelConfig config, Placement placement) {
        this.folder = folder;
        this.config = config;
        this.placement = placement;
        this.unused = new HashMap<>(folder.pairs());
    }

    static Overlay overlay(AdapterFolder folder, ModelConfig config, Placement placement) {
        LoadedAdapter loaded = new LoadedAdapter(folder, config, placement);
        loaded.requireComplete();
        return loaded.overlay();
    }

    private Overlay overlay() {
        List<Map<Slot, LoraPair>> layers = new ArrayList<>();
        for (int layer = 0; layer < config.layers(); layer++) {
            Map<Slot, LoraPair> pairs = new EnumMap<>(Slot.class);
            for (Slot slot : Slot.of(config)) {
                long in = WeightShapes.inputs(config, slot);
                long out = WeightShapes.outputs(config, slot);
                take(LoraNames.module(layer, slot), in, out)
                        .ifPresent(pair -> pairs.put(slot, pair));
            }
            layers.add(pairs);
        }
        Optional<LoraPair> embedding =
                take(LoraNames.EMBEDDING, config.vocabSize(), config.hiddenSize());
        Optional<LoraPair> head = take(LoraNames.HEAD, config.hiddenSize(), config.vocabSize());
        if (!unused.isEmpty()) {
            throw otherBase(unused.keySet().stream().sorted().toList());
        }
        return new Overlay(layers, embedding, head);
    }

    private Optional<LoraPair> take(String module, long in, long out) {
        AdapterPair pair = unused.remove(inFile(module));
        if (pair == null) {
            return Optional.empty();
        }
        WeightNames.requireShape(pair.a(), pair.strength().rank(), in);
        WeightNames.requireShape(pair.b(), out, pair.strength().rank());
        return Optional.of(new LoraPair(tensor(pair.a()), tensor(pair.b()), pair.scale()));
    }

    private static ModelException otherBase(List<String> modules) {
        int shown = Math.min(3, modules.size());
        return new ModelException(
                "the adapter was made for another base: this one has no place for "
                        + String.join(", ", modules.subList(0, shown))
                        + (modules.size() > shown
                                ? " and " + (modules.size() - shown) + " more"
                                : "")
                        + "; give the base that it was trained on");
    }

    /** PEFT would begin what is missing anew, and say so in a warning; here nothing is made up. */
    private void requireComplete() {
        Predicate<String> targeted = folder.config().scope().matcher();
        List<String> modules = new ArrayList<>(List.of(LoraNames.EMBEDDING));
        if (!folder.headless()) {
            modules.add(LoraNames.HEAD);
        }
        for (int layer = 0; layer < config.layers(); layer++) {
            for (Slot slot : Slot.of(config)) {
                modules.add(LoraNames.module(layer, slot));
            }
        }
        List<String> missing =
                modules.stream()
                        .filter(module -> !folder.pairs().containsKey(inFile(module)))
                        .filter(module -> targeted.test(peft(module)))
                        .collect(Collectors.toCollection(ArrayList::new));
        missing.addAll(missingWholes());
        if (!missing.isEmpty()) {
            throw new ModelException(
                    folder.path()
                            + ": the adapter is for "
                            + missing.size()
                            + " modules of this base that it holds no matrices of, the first is "
                            + missing.getFirst()
                            + "; give the base that it was trained on, or save the adapter again");
        }
    }

    private List<String> missingWholes() {
        List<String> tensors = new ArrayList<>();
        WeightShapes.of(config).forEach(each -> tensors.add(each.name()));
        if (config.tiedEmbeddings()) {
            tensors.add(LoraNames.HEAD + WEIGHT);
        }
        List<String> missing = new ArrayList<>();
        for (String tensor : tensors) {
            String module = tensor.substring(0, tensor.lastIndexOf('.'));
            boolean there =
                    folder.wholes().containsKey(config.architecture().names().inFile(tensor))
                            || folder.headless() && module.equals(LoraNames.HEAD);
            if (!there && folder.config().scope().savesWhole(peft(module))) {
                missing.add(module);
            }
        }
        return missing;
    }

    /** A module's path in the base's files. */
    private String inFile(String module) {
        String name = config.architecture().names().inFile(module + WEIGHT);
        return name.substring(0, name.length() - WEIGHT.length());
    }

    /** A module's path as PEFT knows it. */
    private String peft(String module) {
        return LoraNames.peft(module, folder.headless(), config.architecture().names());
    }

    private Tensor tensor(TensorBytes bytes) {
        return PointerScopes.keep(() -> Tensors.of(bytes, ScalarType.Float, placement));
    }
}
