package dev.tagwerk.spec;

/** What a user asks for, with every default filled in. */
public sealed interface Job permits TrainingJob, EvaluationJob, ContainerJob {
    String name();

    /** On which terms it may be placed. */
    Terms terms();

    default Kind kind() {
        return switch (this) {
            case TrainingJob training -> Kind.TRAINING;
            case EvaluationJob evaluation -> Kind.EVALUATION;
            case ContainerJob container -> Kind.CONTAINER;
        };
    }
}
