package dev.tagwerk.spec;

import java.nio.file.Path;
import java.util.Optional;

/**
 * What only decision training knows.
 *
 * @param ordinalSmoothing share of a score label's probability that is spread over its neighbours
 * @param reverseRubricProbability how often a score question shows its levels in reverse
 * @param baseKlWeight weight of the divergence from the frozen base's own option reading; 0 is off
 * @param teacher JSONL file of {@code {i, probs}}, one distribution per training row
 * @param teacherWeight weight of the divergence from the teacher
 * @param pointerDim width of the pointer head's query and key
 * @param headDropout dropout before query and key in training
 * @param shuffleOptions whether options are put in a new order each epoch, the label following
 */
public record DecisionSettings(
        double ordinalSmoothing,
        double reverseRubricProbability,
        double baseKlWeight,
        Optional<Path> teacher,
        double teacherWeight,
        int pointerDim,
        double headDropout,
        boolean shuffleOptions) {
    public DecisionSettings {
        TrainingKeys.ORDINAL_SMOOTHING.require(ordinalSmoothing);
        TrainingKeys.REVERSE_RUBRIC.require(reverseRubricProbability);
        TrainingKeys.BASE_KL_WEIGHT.require(baseKlWeight);
        TrainingKeys.TEACHER_WEIGHT.require(teacherWeight);
        TrainingKeys.POINTER_DIM.require((long) pointerDim);
        TrainingKeys.HEAD_DROPOUT.require(headDropout);
    }
}
