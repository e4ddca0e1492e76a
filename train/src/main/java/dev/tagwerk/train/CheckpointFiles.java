package dev.tagwerk.train;

import dev.tagwerk.model.Parameters;
import dev.tagwerk.modelfiles.SafetensorsFile;
import dev.tagwerk.modelfiles.SafetensorsWriter;
import dev.tagwerk.modelfiles.TensorBytes;
import dev.tagwerk.runfolder.Checkpoint;
import dev.tagwerk.runfolder.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * What lies in a checkpoint folder: {@code trainable.safetensors}, {@code optimizer.safetensors},
 * {@code state.json}.
 */
final class CheckpointFiles {
    private static final String TRAINABLE = "trainable.safetensors";
    private static final String OPTIMIZER = "optimizer.safetensors";
    private static final String STATE = "state.json";

    private CheckpointFiles() {}

    /** Bytes that a checkpoint of so many trainable values takes, generously. */
    static long bytes(long trainable) {
        return trainable * 12 + (1 << 20);
    }

    static void write(Path folder, Parameters parameters, TrainingState state) throws IOException {
        SafetensorsWriter.write(folder.resolve(TRAINABLE), Map.of(), parameters.current());
        SafetensorsWriter.write(folder.resolve(OPTIMIZER), Map.of(), parameters.currentMoments());
        Files.write(folder.resolve(STATE), state.toJson());
    }

    static TrainingState state(Checkpoint checkpoint) {
        try {
            return TrainingState.read(checkpoint.folder().resolve(STATE));
        } catch (IOException | RuntimeException e) {
            throw new TrainException(
                    "checkpoint_unreadable",
                    "the state in " + checkpoint.folder() + " cannot be read: " + e.getMessage(),
                    e);
        }
    }

    /** Puts back what the checkpoint of {@code step} holds. */
    static void restore(RunFolder folder, int step, Parameters parameters) {
        Checkpoint found =
                folder.checkpoints().list().stream()
                        .filter(checkpoint -> checkpoint.step() == step)
                        .findFirst()
                        .orElseThrow(
                                () ->
                                        new TrainException(
                                                "checkpoint_gone",
                                                "the checkpoint of step "
                                                        + step
                                                        + " is gone; resume the run"));
        restore(found, parameters);
    }

    static void restore(Checkpoint checkpoint, Parameters parameters) {
        try (SafetensorsFile trainable =
                        SafetensorsFile.open(checkpoint.folder().resolve(TRAINABLE));
                SafetensorsFile optimizer =
                        SafetensorsFile.open(checkpoint.folder().resolve(OPTIMIZER))) {
            parameters.restore(tensors(trainable), tensors(optimizer));
        }
    }

    /** Puts the weights back and leaves the optimiser alone. */
    static void restoreWeights(Checkpoint checkpoint, Parameters parameters) {
        try (SafetensorsFile trainable =
                SafetensorsFile.open(checkpoint.folder().resolve(TRAINABLE))) {
            parameters.overwrite(tensors(trainable));
        }
    }

    private static Map<String, TensorBytes> tensors(SafetensorsFile file) {
        Map<String, TensorBytes> tensors = new HashMap<>();
        file.tensors().keySet().forEach(name -> tensors.put(name, file.tensor(name)));
        return tensors;
    }
}
