package dev.tagwerk.images;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An image's configuration: the OCI image specification's config.md, and Docker's before it. */
final class ConfigReader {
    private static final int STEPS = 10_000;

    private ConfigReader() {}

    static ImageConfig read(byte[] bytes, String place) {
        JsonNode node = Documents.object(bytes, place);
        JsonNode config = node.path("config");
        return new ImageConfig(
                new Platform(
                        Names.shown(Documents.text(node, "os")),
                        Names.shown(Documents.text(node, "architecture")),
                        Names.shown(Documents.text(node, "variant"))),
                Documents.texts(config, "Entrypoint", place),
                Documents.texts(config, "Cmd", place),
                Documents.text(config, "User"),
                environment(config, place),
                Documents.text(config, "WorkingDir"),
                keys(config.path("ExposedPorts")),
                keys(config.path("Volumes")),
                Documents.map(config, "Labels"),
                Documents.text(config, "StopSignal"),
                Documents.texts(config, "Shell", place),
                Documents.text(node, "created"),
                history(node),
                Documents.texts(node.path("rootfs"), "diff_ids", place));
    }

    /** A variable that is set twice has its last value, as in the process. */
    private static Map<String, String> environment(JsonNode config, String place) {
        Map<String, String> environment = new LinkedHashMap<>();
        for (String line : Documents.texts(config, "Env", place)) {
            int equals = line.indexOf('=');
            if (equals > 0) {
                environment.put(line.substring(0, equals), line.substring(equals + 1));
            } else if (equals < 0 && !line.isEmpty()) {
                environment.put(line, "");
            }
        }
        return environment;
    }

    private static List<String> keys(JsonNode object) {
        List<String> keys = new ArrayList<>();
        object.fieldNames().forEachRemaining(keys::add);
        return keys;
    }

    private static List<ImageConfig.HistoryStep> history(JsonNode node) {
        List<ImageConfig.HistoryStep> steps = new ArrayList<>();
        for (JsonNode step : node.path("history")) {
            if (steps.size() == STEPS) {
                break;
            }
            steps.add(
                    new ImageConfig.HistoryStep(
                            Documents.text(step, "created_by"),
                            step.path("empty_layer").asBoolean(false)));
        }
        return steps;
    }
}
