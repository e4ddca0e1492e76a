package dev.tagwerk.preflight;

import dev.tagwerk.formats.AzureMl;
import dev.tagwerk.formats.Document;
import dev.tagwerk.formats.Format;
import dev.tagwerk.formats.Node;
import dev.tagwerk.market.Schemas;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Which schema a file of Azure ML has to keep: that of {@code az ml}, or ARM's. */
final class AzureMlScopes {
    /** The version that ARM's table describes; others have other properties. */
    private static final String VERSION = "2026-05-01";

    /** Rules of their own say more about these. */
    private static final Set<String> ELSEWHERE =
            Set.of(
                    "RequestSettings.request_timeout_ms",
                    "ManagedOnlineEndpoint.mirror_traffic",
                    "ComputeInstance.idle_time_before_shutdown_minutes");

    private AzureMlScopes() {}

    static Optional<SchemaScope> of(Document document) {
        Node root = document.root();
        if (new AzureMl(root).isRest()) {
            return arm(document.format())
                    .map(
                            type ->
                                    new SchemaScope(
                                            "Azure ML",
                                            Schemas.type("aml", type),
                                            AzureNames.isPrinted(root) || !isOfVersion(root),
                                            false,
                                            SchemaScopes.OF_RESOURCES,
                                            SchemaScopes.OF_TEMPLATES,
                                            Set.of()));
        }
        boolean printed =
                AzureNames.isPrinted(root)
                        || root.get("creation_context").isPresent()
                        || root.get("provisioning_state").isPresent();
        return cli(document)
                .map(
                        type ->
                                new SchemaScope(
                                        "az ml",
                                        Schemas.type("aml-cli", type),
                                        printed,
                                        false,
                                        Set.of(),
                                        Set.of(),
                                        ELSEWHERE));
    }

    private static boolean isOfVersion(Node root) {
        return root.text("apiVersion").filter(one -> one.text().equals(VERSION)).isPresent();
    }

    private static Optional<String> arm(Format format) {
        return switch (format) {
            case AZURE_ML_COMMAND, AZURE_ML_SWEEP, AZURE_ML_PIPELINE -> Optional.of("Job");
            case AZURE_ML_COMPUTE -> Optional.of("ComputeResource");
            case AZURE_ML_ONLINE_ENDPOINT -> Optional.of("OnlineEndpoint");
            case AZURE_ML_ONLINE_DEPLOYMENT -> Optional.of("OnlineDeployment");
            case AZURE_ML_BATCH_ENDPOINT -> Optional.of("BatchEndpoint");
            case AZURE_ML_BATCH_DEPLOYMENT -> Optional.of("BatchDeployment");
            default -> Optional.empty();
        };
    }

    private static Optional<String> cli(Document document) {
        Node root = document.root();
        return switch (document.format()) {
            case AZURE_ML_COMMAND -> Optional.of("CommandJob");
            case AZURE_ML_SWEEP -> Optional.of("SweepJob");
            case AZURE_ML_PIPELINE -> Optional.of("PipelineJob");
            case AZURE_ML_COMPUTE -> compute(root);
            // what runs on Kubernetes is read and not judged
            case AZURE_ML_ONLINE_ENDPOINT ->
                    AzureMlServingRules.isKubernetes(root) || root.get("compute").isPresent()
                            ? Optional.empty()
                            : Optional.of("ManagedOnlineEndpoint");
            case AZURE_ML_ONLINE_DEPLOYMENT ->
                    AzureMlServingRules.isKubernetes(root)
                            ? Optional.empty()
                            : Optional.of("ManagedOnlineDeployment");
            case AZURE_ML_BATCH_ENDPOINT -> Optional.of("BatchEndpoint");
            case AZURE_ML_BATCH_DEPLOYMENT ->
                    Optional.of(
                            isOfPipeline(root)
                                    ? "PipelineBatchDeployment"
                                    : "ModelBatchDeployment");
            case AZURE_ML_MODEL -> Optional.of("Model");
            case AZURE_ML_ENVIRONMENT -> Optional.of("Environment");
            default -> Optional.empty();
        };
    }

    private static Optional<String> compute(Node root) {
        String schema = text(root, "$schema");
        String type = text(root, "type");
        if (type.equals("amlcompute") || (type.isEmpty() && schema.contains("amlcompute"))) {
            return Optional.of("AmlCompute");
        }
        return type.equals("computeinstance")
                        || (type.isEmpty() && schema.contains("computeinstance"))
                ? Optional.of("ComputeInstance")
                : Optional.empty();
    }

    private static boolean isOfPipeline(Node root) {
        return text(root, "type").equals("pipeline") || text(root, "$schema").contains("pipeline");
    }

    private static String text(Node root, String key) {
        return root.get(key)
                .flatMap(Node::scalar)
                .map(text -> text.text().toLowerCase(Locale.ROOT))
                .orElse("");
    }
}
