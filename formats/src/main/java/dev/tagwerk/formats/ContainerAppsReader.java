package dev.tagwerk.formats;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Container Apps: jobs, apps, environments and their storages, as {@code az containerapp … --yaml}
 * takes them, as {@code show} and {@code list} print them, and inside ARM templates; with them what
 * else of Azure stands in such files and concerns a job: storage accounts, subnets, roles.
 */
final class ContainerAppsReader implements Reader {
    private static final Map<String, Format> TYPES =
            Map.ofEntries(
                    Map.entry("microsoft.app/jobs", Format.CONTAINER_APPS_JOB),
                    Map.entry("microsoft.app/containerapps", Format.CONTAINER_APPS_APP),
                    Map.entry(
                            "microsoft.app/managedenvironments", Format.CONTAINER_APPS_ENVIRONMENT),
                    Map.entry(
                            "microsoft.app/managedenvironments/storages",
                            Format.CONTAINER_APPS_STORAGE),
                    Map.entry("microsoft.storage/storageaccounts", Format.STORAGE_ACCOUNT),
                    Map.entry(
                            "microsoft.storage/storageaccounts/managementpolicies",
                            Format.LIFECYCLE_POLICY),
                    Map.entry("microsoft.network/virtualnetworks/subnets", Format.AZURE_SUBNET),
                    Map.entry("microsoft.authorization/roleassignments", Format.ROLE_ASSIGNMENTS),
                    Map.entry("microsoft.quota/quotas", Format.AZURE_QUOTA),
                    Map.entry("microsoft.quota/usages", Format.AZURE_QUOTA));

    @Override
    public Optional<Format> detect(Node root) {
        return AzureResource.of(root).stream()
                .map(ContainerAppsReader::format)
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Optional<Format> format(AzureResource resource) {
        if (!resource.type().isEmpty()) {
            return Optional.ofNullable(TYPES.get(resource.type()));
        }
        Node node = resource.node();
        return shape(node.get("properties").orElse(node)).or(() -> flat(node));
    }

    /** {@code az} also takes an app's parts without {@code properties} around them. */
    private static Optional<Format> flat(Node node) {
        boolean named =
                node.get("environmentId").isPresent()
                        || node.get("managedEnvironmentId").isPresent()
                        || node.get("configuration").isPresent();
        return named ? shape(node) : Optional.empty();
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
        List<Document> documents = new ArrayList<>();
        for (AzureResource resource : AzureResource.of(root)) {
            format(resource).ifPresent(own -> documents.add(document(own, resource.node())));
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
