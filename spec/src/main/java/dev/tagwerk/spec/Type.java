package dev.tagwerk.spec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/**
 * What may stand behind a key: how it is read, checked, written and described to an editor.
 *
 * @param <T> the value in a job
 */
sealed interface Type<T>
        permits WholeType,
                RealType,
                FlagType,
                WordType,
                TextType,
                FileType,
                DurationType,
                ModelType,
                ChatTemplateType,
                TargetsType,
                ExcludedType,
                PatternsType,
                WholesType,
                ModulesType,
                ColumnsType,
                DataRefType,
                DatasetInfoType,
                TextListType,
                EnvironmentType,
                SizeType,
                AmountType,
                QuantityType,
                NamesType,
                VolumesType {

    /** Reads a value; empty, with the reason reported, when it cannot be. */
    Optional<T> read(Tree value, Reading reading);

    /** What is wrong with a value of the right Java type; empty when nothing is. */
    Optional<String> complaint(T value);

    /** The value as it stands in resolved JSON. */
    JsonNode json(T value);

    /** JSON Schema of the value as written in YAML, inputs aside. */
    ObjectNode schema();

    /** What belongs here, to follow "must be". */
    String describe();

    /** Reads and checks. */
    default Optional<T> accept(Tree value, Reading reading) {
        Optional<T> read = read(value, reading);
        Optional<String> complaint = read.flatMap(this::complaint);
        complaint.ifPresent(text -> reading.report(value.at(), text, ""));
        return complaint.isPresent() ? Optional.empty() : read;
    }
}
