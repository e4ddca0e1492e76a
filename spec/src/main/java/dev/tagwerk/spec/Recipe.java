package dev.tagwerk.spec;

/**
 * How a training job adapts a model.
 *
 * @param lora read by {@link Method#LORA} and {@link Method#QLORA}
 * @param quantization read only by {@link Method#QLORA}
 * @param batchSize rows per forward pass; an optimiser step sees this times {@code
 *     gradientAccumulationSteps}
 * @param headLearningRate learning rate of the decision head; {@code learningRate} is that of
 *     everything else
 * @param maxGradNorm gradients are scaled down to this norm; 0 switches clipping off
 * @param maxLength tokens per row
 * @param decision read only by {@link Task#DECISION}
 */
public record Recipe(
        Method method,
        LoraSettings lora,
        QuantizationSettings quantization,
        Length length,
        int batchSize,
        int gradientAccumulationSteps,
        double learningRate,
        double headLearningRate,
        Schedule schedule,
        Warmup warmup,
        double weightDecay,
        double adamBeta1,
        double adamBeta2,
        double adamEpsilon,
        double maxGradNorm,
        int maxLength,
        Precision precision,
        boolean gradientCheckpointing,
        boolean packing,
        boolean groupByLength,
        long seed,
        Evaluation evaluation,
        DecisionSettings decision) {
    public Recipe {
        TrainingKeys.BATCH_SIZE.require((long) batchSize);
        TrainingKeys.GRADIENT_ACCUMULATION_STEPS.require((long) gradientAccumulationSteps);
        TrainingKeys.LEARNING_RATE.require(learningRate);
        TrainingKeys.HEAD_LEARNING_RATE.require(headLearningRate);
        TrainingKeys.WEIGHT_DECAY.require(weightDecay);
        TrainingKeys.ADAM_BETA1.require(adamBeta1);
        TrainingKeys.ADAM_BETA2.require(adamBeta2);
        TrainingKeys.ADAM_EPSILON.require(adamEpsilon);
        TrainingKeys.MAX_GRAD_NORM.require(maxGradNorm);
        TrainingKeys.MAX_LENGTH.require((long) maxLength);
        TrainingKeys.SEED.require(seed);
    }
}
