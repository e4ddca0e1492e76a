package dev.tagwerk.spec;

import java.util.Optional;

/**
 * The rows of a training job.
 *
 * @param validation rows of their own for validation
 * @param validationFraction share of {@code train} held out for validation; 0 holds nothing out
 * @param columns which columns of both play which part
 * @param datasetInfo an entry that says file, shape and columns; empty in a resolved job
 * @param chatTemplate how conversations are written; empty means as the model's own template says
 */
public record TrainingData(
        DataRef train,
        Optional<DataRef> validation,
        double validationFraction,
        DataFormat format,
        Columns columns,
        Optional<DatasetInfo> datasetInfo,
        Optional<ChatTemplateRef> chatTemplate) {
    public TrainingData {
        TrainingKeys.VALIDATION_FRACTION.require(validationFraction);
        if (train instanceof DataRef.Listed && datasetInfo.isEmpty()) {
            throw new SpecException("data.train is missing");
        }
    }

    /** Rows whose columns are called as their shape has them, and the model's own template. */
    public TrainingData(
            DataRef train,
            Optional<DataRef> validation,
            double validationFraction,
            DataFormat format) {
        this(
                train,
                validation,
                validationFraction,
                format,
                Columns.none(),
                Optional.empty(),
                Optional.empty());
    }

    /** Whether there will be rows to evaluate on. */
    public boolean hasValidation() {
        return validation.isPresent() || validationFraction > 0;
    }
}
