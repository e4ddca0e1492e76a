package dev.tagwerk.train;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tagwerk.runfolder.Fingerprint;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Everything a checkpoint holds beside tensors. Shuffles, phrasings and dropout masks follow from
 * the seed and the step, so their place is the whole of their state.
 *
 * @param step optimiser steps done
 * @param updates updates really applied: fp16 skips some
 * @param totalSteps steps of the whole run: the learning rate schedule's length
 * @param seed the seed of all random choices
 * @param epoch pass over the data that the next step belongs to
 * @param stepInEpoch place of the next step in that pass
 * @param bestStep the step with the lowest validation loss, 0 for none
 * @param bestLoss that loss
 * @param evaluationsWithoutImprovement for early stopping
 * @param evaluatedStep the step last evaluated: a checkpoint may lie between a step and its
 *     evaluation
 * @param lossScale of fp16; 1 otherwise
 * @param stepsSinceScaleChange for fp16's loss scaling
 * @param tokens computed so far
 * @param examples computed so far
 * @param inputs digest of job, data and base: resuming with others is refused
 * @param fingerprint of the machine and libraries that computed it
 */
record TrainingState(
        int step,
        int updates,
        int totalSteps,
        long seed,
        int epoch,
        int stepInEpoch,
        int bestStep,
        double bestLoss,
        int evaluationsWithoutImprovement,
        int evaluatedStep,
        double lossScale,
        int stepsSinceScaleChange,
        long tokens,
        long examples,
        String inputs,
        Fingerprint fingerprint) {
    private static final ObjectMapper JSON = new ObjectMapper();

    byte[] toJson() throws IOException {
        ObjectNode node = JSON.createObjectNode();
        node.put("step", step);
        node.put("updates", updates);
        node.put("total_steps", totalSteps);
        node.put("seed", seed);
        node.put("epoch", epoch);
        node.put("step_in_epoch", stepInEpoch);
        node.put("best_step", bestStep);
        node.put("best_loss", Double.toHexString(bestLoss));
        node.put("evaluations_without_improvement", evaluationsWithoutImprovement);
        node.put("evaluated_step", evaluatedStep);
        node.put("loss_scale", lossScale);
        node.put("steps_since_scale_change", stepsSinceScaleChange);
        node.put("tokens", tokens);
        node.put("examples", examples);
        node.put("inputs", inputs);
        node.set("fingerprint", JSON.readTree(fingerprint.toJson()));
        return JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(node);
    }

    static TrainingState read(Path file) throws IOException {
        JsonNode node = JSON.readTree(file.toFile());
        return new TrainingState(
                node.required("step").asInt(),
                node.required("updates").asInt(),
                node.required("total_steps").asInt(),
                node.required("seed").asLong(),
                node.required("epoch").asInt(),
                node.required("step_in_epoch").asInt(),
                node.required("best_step").asInt(),
                Double.parseDouble(node.required("best_loss").asText()),
                node.required("evaluations_without_improvement").asInt(),
                node.required("evaluated_step").asInt(),
                node.required("loss_scale").asDouble(),
                node.required("steps_since_scale_change").asInt(),
                node.required("tokens").asLong(),
                node.required("examples").asLong(),
                node.required("inputs").asText(),
                Fingerprint.fromJson(node.required("fingerprint").toString()));
    }
}
