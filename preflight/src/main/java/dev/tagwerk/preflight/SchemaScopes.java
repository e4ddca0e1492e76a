package dev.tagwerk.preflight;

import dev.tagwerk.formats.Document;
import dev.tagwerk.formats.Node;
import dev.tagwerk.market.Schemas;
import java.util.Optional;
import java.util.Set;

/** Which schema a document has to keep: one case for each format that has one. */
final class SchemaScopes {
    /** What ARM templates add to a resource, and what tells only what it is. */
    static final Set<String> OF_RESOURCES =
            Set.of(
                    "type",
                    "name",
                    "apiVersion",
                    "resources",
                    "dependsOn",
                    "condition",
                    "comments",
                    "scope",
                    "copy",
                    "metadata",
                    "zones",
                    "asserts",
                    "import");

    static final Set<String> OF_TEMPLATES = Set.of("copy");

    /** Rules of their own say more about these. */
    private static final Set<String> ELSEWHERE =
            Set.of(
                    "ContainerResources.gpu",
                    "CliJob.workloadProfileName",
                    "CliJob.apiVersion",
                    "CliApp.apiVersion",
                    "ContainerAppProbe.initialDelaySeconds",
                    "ContainerAppProbe.periodSeconds",
                    "ContainerAppProbe.failureThreshold",
                    "ContainerAppProbe.timeoutSeconds",
                    "Volume.mountOptions",
                    "WorkloadProfile.minimumCount",
                    "WorkloadProfile.maximumCount");

    private SchemaScopes() {}

    static Optional<SchemaScope> of(Document document) {
        return switch (document.format()) {
            case CONTAINER_APPS_JOB ->
                    containerApps(document, isTemplate(document.root()) ? "Job" : "CliJob");
            case CONTAINER_APPS_APP ->
                    containerApps(
                            document, isTemplate(document.root()) ? "ContainerApp" : "CliApp");
            case CONTAINER_APPS_ENVIRONMENT -> containerApps(document, "ManagedEnvironment");
            case CONTAINER_APPS_STORAGE -> containerApps(document, "ManagedEnvironmentStorage");
            case AZURE_ML_COMMAND,
                    AZURE_ML_SWEEP,
                    AZURE_ML_PIPELINE,
                    AZURE_ML_COMPUTE,
                    AZURE_ML_ONLINE_ENDPOINT,
                    AZURE_ML_ONLINE_DEPLOYMENT,
                    AZURE_ML_BATCH_ENDPOINT,
                    AZURE_ML_BATCH_DEPLOYMENT,
                    AZURE_ML_MODEL,
                    AZURE_ML_ENVIRONMENT ->
                    AzureMlScopes.of(document);
            default -> Optional.empty();
        };
    }

    private static boolean isTemplate(Node root) {
        return root.path().contains("resources");
    }

    private static Optional<SchemaScope> containerApps(Document document, String type) {
        Node root = document.root();
        if (root.get("properties").isEmpty()) {
            return Optional.empty(); // without properties around them az sorts the parts itself
        }
        boolean preview =
                root.text("apiVersion")
                        .filter(one -> one.isPlaceholder() || one.text().endsWith("-preview"))
                        .isPresent();
        return Optional.of(
                new SchemaScope(
                        "Container Apps",
                        Schemas.type("aca", type),
                        AzureNames.isPrinted(root),
                        preview,
                        OF_RESOURCES,
                        isTemplate(root) ? OF_TEMPLATES : Set.of(),
                        ELSEWHERE));
    }
}
