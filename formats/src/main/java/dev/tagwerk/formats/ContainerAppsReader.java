package dev.tagwerk.formats;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Container Apps: jobs, apps, environments and their storages, as {@code az containerapp … --yaml}
 * takes them, as {@code show} prints them, and inside ARM templates.
 */
final class ContainerAppsReader implements Reader {
    private static final Map<String, Format> TYPES =
            Map.of(
                    "microsoft.app/jobs", Format.CONTAINER_APPS_JOB,
                    "microsoft.app/containerapps", Format.CONTAINER_APPS_APP,
                    "microsoft.app/managedenvironments", Format.CONTAINER_APPS_ENVIRONMENT,
                    "microsoft.app/managedenvironments/storages", Format.CONTAINER_APPS_STORAGE);

    @Override
    public Optional<Format> detect(Node root) {
        Optional<Format> own = resource(root);
        if (own.isPresent()) {
            return own;
        }
        List<Node> inner = inner(root);
        return inner.stream()
                .map(ContainerAppsReader::resource)
                .flatMap(Optional::stream)
                .findFirst();
    }

    /** The resources of an ARM template, or of what a list command prints. */
    private static List<Node> inner(Node root) {
        return root.find("resources")
                .filter(resources -> root.find("$schema").isPresent())
                .map(Node::items)
                .or(() -> root.find("value").map(Node::items))
                .orElse(root.items());
    }

    private static Optional<Format> resource(Node node) {
        Optional<String> type =
                node.text("type").map(Scalar::text).map(text -> text.toLowerCase(Locale.ROOT));
        if (type.isPresent() && TYPES.containsKey(type.get())) {
            return Optional.of(TYPES.get(type.get()));
        }
        if (type.isPresent() && type.get().startsWith("microsoft.")) {
            return Optional.empty();
        }
        Optional<Node> properties = node.find("properties");
        if (properties.isEmpty()) {
            return Optional.empty();
        }
        return shape(properties.get());
    }

    private static Optional<Format> shape(Node properties) {
        boolean containers = properties.find("template.containers").isPresent();
        boolean job =
                List.of("triggerType", "replicaTimeout", "replicaRetryLimit", "manualTriggerConfig")
                        .stream()
                        .anyMatch(key -> properties.find("configuration." + key).isPresent());
        if (job) {
            return Optional.of(Format.CONTAINER_APPS_JOB);
        }
        if (containers) {
            return Optional.of(Format.CONTAINER_APPS_APP);
        }
        if (properties.find("azureFile").isPresent()
                || properties.find("nfsAzureFile").isPresent()) {
            return Optional.of(Format.CONTAINER_APPS_STORAGE);
        }
        return properties.find("workloadProfiles").isPresent()
                        || properties.find("appLogsConfiguration").isPresent()
                ? Optional.of(Format.CONTAINER_APPS_ENVIRONMENT)
                : Optional.empty();
    }

    @Override
    public List<Document> read(Format format, Node root) {
        List<Node> resources = resource(root).isPresent() ? List.of(root) : inner(root);
        List<Document> documents = new ArrayList<>();
        for (Node node : resources) {
            resource(node).ifPresent(own -> documents.add(document(own, node)));
        }
        return documents;
    }

    private static Document document(Format format, Node node) {
        List<Workload> workloads =
                switch (format) {
                    case CONTAINER_APPS_JOB ->
                            List.of(ContainerAppsWorkload.of(node, Workload.Kind.JOB));
                    case CONTAINER_APPS_APP ->
                            List.of(ContainerAppsWorkload.of(node, Workload.Kind.SERVICE));
                    default -> List.of();
                };
        return new Document(node.source(), format, node, workloads);
    }
}
