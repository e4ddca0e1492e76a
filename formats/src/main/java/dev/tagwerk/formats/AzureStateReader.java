package dev.tagwerk.formats;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What {@code az … list -o json} prints of a subscription's state without saying what it is: usages
 * and quotas, resource providers, permissions, workload profiles on offer, lifecycle rules.
 */
final class AzureStateReader implements Reader {
    @Override
    public Optional<Format> detect(Node root) {
        if (isLifecycle(root)) {
            return Optional.of(Format.LIFECYCLE_POLICY);
        }
        List<Node> entries = entries(root);
        return entries.stream().map(AzureStateReader::entry).flatMap(Optional::stream).findFirst();
    }

    private static List<Node> entries(Node root) {
        if (root instanceof Items) {
            return root.items();
        }
        return root.get("value")
                .map(Node::items)
                .filter(list -> !list.isEmpty())
                .orElse(List.of(root));
    }

    private static boolean isLifecycle(Node root) {
        Node policy = root.get("policy").orElse(root);
        return policy.get("rules").map(Node::items).orElse(List.of()).stream()
                .anyMatch(
                        rule ->
                                rule.find("definition.actions").isPresent()
                                        && rule.find("definition.filters").isPresent());
    }

    private static Optional<Format> entry(Node entry) {
        if (entry.get("namespace").isPresent() && entry.get("registrationState").isPresent()) {
            return Optional.of(Format.RESOURCE_PROVIDERS);
        }
        if (isMachineLearning(entry) && entry.get("limit").isPresent()) {
            return Optional.of(Format.AZURE_QUOTA);
        }
        if (entry.get("currentValue").isPresent() && entry.get("limit").isPresent()) {
            String name =
                    entry.text("name.value")
                            .or(() -> entry.text("name"))
                            .map(Scalar::text)
                            .orElse("");
            return name.startsWith("ManagedEnvironment") || name.startsWith("Subscription")
                    ? Optional.of(Format.CONTAINER_APPS_USAGES)
                    : Optional.of(Format.AZURE_QUOTA);
        }
        if (entry.get("actions").isPresent() && entry.get("notActions").isPresent()) {
            return Optional.of(Format.AZURE_PERMISSIONS);
        }
        if (entry.get("roleDefinitionName").isPresent() && entry.get("scope").isPresent()) {
            return Optional.of(Format.ROLE_ASSIGNMENTS);
        }
        String type = entry.text("type").map(Scalar::text).orElse("").toLowerCase(Locale.ROOT);
        return type.endsWith("workloadprofiletypes")
                        || (entry.find("properties.category").isPresent()
                                && entry.find("properties.cores").isPresent())
                ? Optional.of(Format.CONTAINER_APPS_PROFILES)
                : Optional.empty();
    }

    /** {@code az ml compute list-usage} has keys of its own, and quotas have no current value. */
    private static boolean isMachineLearning(Node entry) {
        return entry.get("current_value").isPresent()
                || entry.text("type")
                        .filter(
                                type ->
                                        type.text()
                                                .toLowerCase(Locale.ROOT)
                                                .startsWith("microsoft.machinelearningservices/"))
                        .isPresent();
    }

    /** A listing is one document, since its entries say something only together. */
    @Override
    public List<Document> read(Format format, Node root) {
        Node list = root.get("value").filter(Items.class::isInstance).orElse(root);
        return List.of(new Document(root.source(), format, list, List.of()));
    }
}
