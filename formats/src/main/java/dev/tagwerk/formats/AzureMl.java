package dev.tagwerk.formats;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A job, compute, endpoint or deployment of Azure ML, asked in the words of {@code az ml}'s YAML
 * files whether it is written in these or in those of the REST interface and of ARM templates.
 *
 * @param root the whole of it
 */
public record AzureMl(Node root) {
    /** What is called otherwise there than the CLI's name in camel case; {@code /}: at the root. */
    private static final Map<String, String> REST =
            Map.ofEntries(
                    Map.entry("compute", "computeId"),
                    Map.entry("environment", "environmentId"),
                    Map.entry("code", "codeId"),
                    Map.entry("type", "computeType"),
                    Map.entry("size", "vmSize"),
                    Map.entry("tier", "vmPriority"),
                    Map.entry("min_instances", "scaleSettings.minNodeCount"),
                    Map.entry("max_instances", "scaleSettings.maxNodeCount"),
                    Map.entry(
                            "idle_time_before_scale_down",
                            "scaleSettings.nodeIdleTimeBeforeScaleDown"),
                    Map.entry("distribution.type", "distribution.distributionType"),
                    Map.entry(
                            "request_settings.request_timeout_ms",
                            "requestSettings.requestTimeout"),
                    Map.entry("instance_count", "/sku.capacity"));

    private static final List<String> MARKS =
            List.of("jobType", "computeType", "endpointComputeType", "authMode", "vmSize");

    /** Whether it has the REST interface's shape. */
    public boolean isRest() {
        return properties().isPresent();
    }

    private Optional<Node> properties() {
        boolean resource =
                root.text("type")
                        .map(type -> type.text().toLowerCase(Locale.ROOT))
                        .filter(type -> type.startsWith("microsoft.machinelearningservices/"))
                        .isPresent();
        return root.get("properties")
                .filter(
                        properties ->
                                resource
                                        || MARKS.stream()
                                                .anyMatch(key -> properties.get(key).isPresent()));
    }

    /** The value at the end of a way of the CLI's keys, such as {@code limits.timeout}. */
    public Optional<Node> find(String way) {
        Optional<Node> properties = properties();
        String rest = REST.getOrDefault(way, camelCase(way));
        if (properties.isEmpty()) {
            // a part of either shape, such as a sweep's trial
            return root.find(way).or(() -> root.find(rest));
        }
        if (rest.startsWith("/")) {
            return root.find(rest.substring(1));
        }
        // a compute's own part lies one deeper, beside what all computes have
        return properties
                .flatMap(one -> one.find(rest))
                .or(() -> properties.flatMap(one -> one.find("properties." + rest)));
    }

    /** A scalar's text there, where it is not nothing. */
    public Optional<Scalar> text(String way) {
        return find(way).flatMap(Node::scalar).filter(scalar -> !scalar.isNothing());
    }

    /** A whole number there. */
    public Optional<Located<Integer>> whole(String way) {
        return text(way).flatMap(Values::whole);
    }

    /** A duration there: seconds in the CLI's files, ISO 8601 in the others. */
    public Optional<Located<Duration>> duration(String way) {
        return text(way).flatMap(AzureMl::duration);
    }

    static Optional<Located<Duration>> duration(Scalar scalar) {
        return scalar.asWhole()
                .filter(seconds -> seconds >= 0)
                .map(Duration::ofSeconds)
                .or(() -> Quantities.duration(scalar.text()).filter(any -> isIso(scalar)))
                .map(duration -> new Located<>(duration, scalar));
    }

    private static boolean isIso(Scalar scalar) {
        return scalar.text().strip().startsWith("P");
    }

    /** The values behind the keys of a mapping there. */
    public List<Field> fields(String way) {
        return find(way).map(Node::fields).orElse(List.of());
    }

    /**
     * What kind of compute it is, in small letters: {@code amlcompute}, {@code computeinstance} and
     * others; empty where the file does not say.
     */
    public String computeType() {
        return text("type").map(type -> type.text().toLowerCase(Locale.ROOT)).orElse("");
    }

    /**
     * A name without what stands around it: {@code azureml:gpu-cluster} and the id of a resource
     * give {@code gpu-cluster}; versions and labels stay.
     */
    public static String name(String reference) {
        String plain =
                reference.startsWith("azureml:") && !reference.startsWith("azureml://")
                        ? reference.substring("azureml:".length())
                        : reference;
        return plain.substring(plain.lastIndexOf('/') + 1);
    }

    private static String camelCase(String way) {
        StringBuilder camel = new StringBuilder(way.length());
        for (int index = 0; index < way.length(); index++) {
            char letter = way.charAt(index);
            if (letter == '_' && index + 1 < way.length()) {
                camel.append(Character.toUpperCase(way.charAt(++index)));
            } else {
                camel.append(letter);
            }
        }
        return camel.toString();
    }
}
