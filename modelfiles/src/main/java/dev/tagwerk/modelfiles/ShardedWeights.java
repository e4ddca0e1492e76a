package dev.tagwerk.modelfiles;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes a model's weights as one file, or as shards with an index where they are many bytes. */
final class ShardedWeights {
    private static final Map<String, String> METADATA = Map.of("format", "pt");

    private ShardedWeights() {}

    /**
     * Writes into a folder.
     *
     * @param most bytes of a file; a tensor that is larger gets one of its own
     */
    static void write(Path folder, List<PendingTensor> tensors, long most) {
        List<List<PendingTensor>> shards = shards(tensors, most);
        if (shards.size() == 1) {
            SafetensorsWriter.writePending(
                    folder.resolve(WeightStore.SINGLE), METADATA, shards.getFirst());
            return;
        }
        Map<String, Object> places = new LinkedHashMap<>();
        for (int i = 0; i < shards.size(); i++) {
            String name = "model-%05d-of-%05d.safetensors".formatted(i + 1, shards.size());
            SafetensorsWriter.writePending(folder.resolve(name), METADATA, shards.get(i));
            shards.get(i).forEach(tensor -> places.put(tensor.name(), name));
        }
        Map<String, Object> sizes = new LinkedHashMap<>();
        sizes.put("total_parameters", tensors.stream().mapToLong(PendingTensor::elements).sum());
        sizes.put("total_size", tensors.stream().mapToLong(PendingTensor::bytes).sum());
        AtomicFiles.write(
                folder.resolve(WeightStore.INDEX),
                PythonJson.write(Map.of("metadata", sizes, "weight_map", places)));
    }

    private static List<List<PendingTensor>> shards(List<PendingTensor> tensors, long most) {
        List<List<PendingTensor>> shards = new ArrayList<>();
        List<PendingTensor> shard = new ArrayList<>();
        long bytes = 0;
        for (PendingTensor tensor : tensors) {
            if (!shard.isEmpty() && bytes + tensor.bytes() > most) {
                shards.add(shard);
                shard = new ArrayList<>();
                bytes = 0;
            }
            shard.add(tensor);
            bytes += tensor.bytes();
        }
        shards.add(shard);
        return shards;
    }
}
