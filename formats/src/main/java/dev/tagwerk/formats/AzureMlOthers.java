package dev.tagwerk.formats;

import java.util.List;
import java.util.Optional;

/** Files of Azure ML that are told apart and not judged: no rule knows their kinds. */
final class AzureMlOthers {
    private static final List<String> COMPONENTS =
            List.of("command", "pipeline", "parallel", "spark", "sweep", "automl", "import");

    private AzureMlOthers() {}

    /**
     * @param name the end of the schema's address, in small letters
     */
    static Optional<Format> ofSchema(String name) {
        if (name.equals("sparkjob")) {
            return Optional.of(Format.AZURE_ML_SPARK);
        }
        if (name.startsWith("automl") && name.endsWith("job")) {
            return Optional.of(Format.AZURE_ML_AUTOML);
        }
        if (name.equals("schedule") || name.equals("monitorschedule")) {
            return Optional.of(Format.AZURE_ML_SCHEDULE);
        }
        return name.endsWith("component")
                ? Optional.of(Format.AZURE_ML_COMPONENT)
                : Optional.empty();
    }

    /** By the keys, where no schema is named. */
    static Optional<Format> ofShape(Node root) {
        String type = root.text("type").map(Scalar::text).orElse("");
        boolean versioned =
                root.get("version").isPresent() || root.get("is_deterministic").isPresent();
        if (versioned
                && COMPONENTS.contains(type)
                && has(root, "command", "jobs", "entry", "task")) {
            return Optional.of(Format.AZURE_ML_COMPONENT);
        }
        if (root.get("trigger").isPresent() && has(root, "create_job", "create_monitor")) {
            return Optional.of(Format.AZURE_ML_SCHEDULE);
        }
        if (type.equals("spark") && has(root, "entry", "conf")) {
            return Optional.of(Format.AZURE_ML_SPARK);
        }
        return type.equals("automl") && has(root, "task", "training_data")
                ? Optional.of(Format.AZURE_ML_AUTOML)
                : Optional.empty();
    }

    private static boolean has(Node node, String... keys) {
        return List.of(keys).stream().anyMatch(key -> node.get(key).isPresent());
    }
}
