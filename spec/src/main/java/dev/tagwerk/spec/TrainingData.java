package dev.tagwerk.spec;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The rows of a training job.
 *
 * @param validation a file of its own for validation rows
 * @param validationFraction share of {@code train} held out for validation; 0 holds nothing out
 */
public record TrainingData(
        Path train, Optional<Path> validation, double validationFraction, DataFormat format) {
    public TrainingData {
        TrainingKeys.VALIDATION_FRACTION.require(validationFraction);
    }

    /** Whether there will be rows to evaluate on. */
    public boolean hasValidation() {
        return validation.isPresent() || validationFraction > 0;
    }
}
