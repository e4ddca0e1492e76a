package dev.tagwerk.spec;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Resolved jobs as JSON, with the keys of the YAML language: what the controller hands the trainer.
 * Every value is written out, also those that the job's task or method does not read, so that the
 * record read back equals the one written. Stateless.
 */
public final class JobJson {
    private JobJson() {}

    /**
     * One job as JSON.
     *
     * @throws SpecException when a path in it is not absolute
     */
    public static String write(Job job) {
        Values values =
                switch (job) {
                    case TrainingJob training -> TrainingValues.of(training);
                    case EvaluationJob evaluation -> EvaluationValues.of(evaluation);
                    case ContainerJob container -> ContainerValues.of(container);
                };
        ObjectNode root = Json.MAKE.objectNode();
        for (Key<?> key : KeyTable.of(job.kind()).keys()) {
            write(key, values, root);
        }
        return root.toPrettyString() + "\n";
    }

    private static <T> void write(Key<T> key, Values values, ObjectNode root) {
        values.find(key)
                .ifPresent(
                        value -> {
                            ObjectNode section =
                                    key.section().isEmpty()
                                            ? root
                                            : root.withObjectProperty(key.section());
                            section.set(key.name(), key.type().json(value));
                        });
    }

    /**
     * Reads what {@link #write} wrote.
     *
     * @throws SpecException naming every problem, one a line
     */
    public static Job read(String json) {
        Problems problems = new Problems("job.json");
        Reading reading = new Reading(problems, "", Path.of("/"), Optional.empty(), true);
        Optional<Job> job =
                JsonText.read(json, problems)
                        .flatMap(root -> new JobParser(reading, "job").parse(root));
        return job.filter(found -> problems.isEmpty())
                .orElseThrow(
                        () ->
                                new SpecException(
                                        String.join(
                                                "\n",
                                                problems.inOrder().stream()
                                                        .map(Problem::toString)
                                                        .toList())));
    }
}
