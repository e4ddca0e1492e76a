package dev.tagwerk.spec;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All keys of one kind of job.
 *
 * @param sections the mappings below the top, with what they are about
 * @param either pairs of which a file may write one
 */
record KeyTable(Kind kind, Map<String, String> sections, List<Key<?>> keys, List<Either> either) {
    record Either(Key<?> one, Key<?> other) {}

    private static final KeyTable TRAINING = TrainingKeys.table();
    private static final KeyTable EVALUATION = EvaluationKeys.table();
    private static final KeyTable CONTAINER = ContainerKeys.table();

    static KeyTable of(Kind kind) {
        return switch (kind) {
            case TRAINING -> TRAINING;
            case EVALUATION -> EVALUATION;
            case CONTAINER -> CONTAINER;
        };
    }

    List<Key<?>> section(String section) {
        return keys.stream().filter(key -> key.section().equals(section)).toList();
    }

    Optional<Key<?>> key(String section, String name) {
        for (Key<?> key : keys) {
            if (key.section().equals(section) && key.name().equals(name)) {
                return Optional.of(key);
            }
        }
        return Optional.empty();
    }
}
