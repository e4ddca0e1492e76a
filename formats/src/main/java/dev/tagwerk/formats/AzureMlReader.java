package dev.tagwerk.formats;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Azure ML: jobs, computes, endpoints, deployments, models and environments, as {@code az ml -f}
 * takes them and prints them, as the REST interface has them, and inside ARM templates. {@code az
 * ml} reads its YAML with PyYAML's safe_load.
 */
final class AzureMlReader implements Reader {
    private static final String SERVICE = "microsoft.machinelearningservices/workspaces/";

    /** The ends of {@code $schema}'s addresses, in small letters. */
    private static final Map<String, Format> SCHEMAS =
            Map.ofEntries(
                    Map.entry("commandjob", Format.AZURE_ML_COMMAND),
                    Map.entry("sweepjob", Format.AZURE_ML_SWEEP),
                    Map.entry("pipelinejob", Format.AZURE_ML_PIPELINE),
                    Map.entry("amlcompute", Format.AZURE_ML_COMPUTE),
                    Map.entry("computeinstance", Format.AZURE_ML_COMPUTE),
                    Map.entry("kubernetescompute", Format.AZURE_ML_COMPUTE),
                    Map.entry("vmcompute", Format.AZURE_ML_COMPUTE),
                    Map.entry("synapsesparkcompute", Format.AZURE_ML_COMPUTE),
                    Map.entry("managedonlineendpoint", Format.AZURE_ML_ONLINE_ENDPOINT),
                    Map.entry("kubernetesonlineendpoint", Format.AZURE_ML_ONLINE_ENDPOINT),
                    Map.entry("managedonlinedeployment", Format.AZURE_ML_ONLINE_DEPLOYMENT),
                    Map.entry("kubernetesonlinedeployment", Format.AZURE_ML_ONLINE_DEPLOYMENT),
                    Map.entry("batchendpoint", Format.AZURE_ML_BATCH_ENDPOINT),
                    Map.entry("batchdeployment", Format.AZURE_ML_BATCH_DEPLOYMENT),
                    Map.entry("modelbatchdeployment", Format.AZURE_ML_BATCH_DEPLOYMENT),
                    Map.entry("pipelinecomponentbatchdeployment", Format.AZURE_ML_BATCH_DEPLOYMENT),
                    Map.entry("model", Format.AZURE_ML_MODEL),
                    Map.entry("environment", Format.AZURE_ML_ENVIRONMENT));

    private static final Map<String, Format> TYPES =
            Map.of(
                    SERVICE + "computes", Format.AZURE_ML_COMPUTE,
                    SERVICE + "onlineendpoints", Format.AZURE_ML_ONLINE_ENDPOINT,
                    SERVICE + "onlineendpoints/deployments", Format.AZURE_ML_ONLINE_DEPLOYMENT,
                    SERVICE + "batchendpoints", Format.AZURE_ML_BATCH_ENDPOINT,
                    SERVICE + "batchendpoints/deployments", Format.AZURE_ML_BATCH_DEPLOYMENT,
                    SERVICE + "models/versions", Format.AZURE_ML_MODEL,
                    SERVICE + "environments/versions", Format.AZURE_ML_ENVIRONMENT);

    private static final Set<String> STEPS =
            Set.of("command", "sweep", "pipeline", "parallel", "spark", "automl");

    @Override
    public Optional<Format> detect(Node root) {
        List<Node> all = root instanceof Items ? root.items() : List.of(root);
        return all.stream()
                .map(AzureMlReader::cli)
                .flatMap(Optional::stream)
                .findFirst()
                .or(
                        () ->
                                AzureResource.of(root).stream()
                                        .map(AzureMlReader::rest)
                                        .flatMap(Optional::stream)
                                        .findFirst());
    }

    private static Optional<Format> cli(Node root) {
        Optional<String> schema =
                root.text("$schema").map(Scalar::text).filter(text -> text.contains("azureml"));
        if (schema.isPresent()) {
            String file = schema.get().strip().toLowerCase(Locale.ROOT);
            String name = file.substring(file.lastIndexOf('/') + 1).replace(".schema.json", "");
            return Optional.ofNullable(SCHEMAS.get(name)).or(() -> AzureMlOthers.ofSchema(name));
        }
        return AzureMlOthers.ofShape(root)
                .or(() -> job(root))
                .or(() -> compute(root))
                .or(() -> deployment(root))
                .or(() -> endpoint(root))
                .or(() -> asset(root));
    }

    private static Optional<Format> job(Node root) {
        // what has a version is a component: a part of jobs that is registered
        boolean component =
                root.get("version").isPresent() || root.get("is_deterministic").isPresent();
        String type = type(root);
        if (component) {
            return Optional.empty();
        }
        boolean trial = root.get("trial").isPresent();
        if (trial && (root.get("search_space").isPresent() || type.equals("sweep"))) {
            return Optional.of(Format.AZURE_ML_SWEEP);
        }
        boolean steps =
                root.get("jobs").map(Node::fields).orElse(List.of()).stream()
                        .map(Field::value)
                        .anyMatch(AzureMlReader::isStep);
        if (type.equals("pipeline") && steps) {
            return Optional.of(Format.AZURE_ML_PIPELINE);
        }
        boolean command = root.text("command").isPresent() && isEnvironment(root);
        return command && (type.equals("command") || type.isEmpty())
                ? Optional.of(Format.AZURE_ML_COMMAND)
                : Optional.empty();
    }

    private static boolean isStep(Node step) {
        return step.get("component").isPresent() || STEPS.contains(type(step));
    }

    private static boolean isEnvironment(Node root) {
        Optional<Node> environment = root.get("environment");
        boolean named =
                environment
                        .flatMap(Node::scalar)
                        .filter(text -> text.text().startsWith("azureml:"))
                        .isPresent();
        boolean written =
                List.of("image", "conda_file", "build").stream()
                        .anyMatch(key -> environment.flatMap(one -> one.get(key)).isPresent());
        return named || written;
    }

    private static Optional<Format> compute(Node root) {
        boolean known =
                switch (type(root)) {
                    case "amlcompute", "computeinstance", "synapsespark" -> true;
                    case "kubernetes", "virtualmachine" ->
                            root.text("resource_id").isPresent() && root.get("name").isPresent();
                    default -> false;
                };
        return known ? Optional.of(Format.AZURE_ML_COMPUTE) : Optional.empty();
    }

    private static Optional<Format> deployment(Node root) {
        if (root.text("endpoint_name").isEmpty()) {
            return Optional.empty();
        }
        if (has(root, "instance_type", "instance_count", "request_settings", "liveness_probe")) {
            return Optional.of(Format.AZURE_ML_ONLINE_DEPLOYMENT);
        }
        return has(root, "compute", "mini_batch_size", "output_action", "component", "settings")
                ? Optional.of(Format.AZURE_ML_BATCH_DEPLOYMENT)
                : Optional.empty();
    }

    private static Optional<Format> endpoint(Node root) {
        String mode = root.text("auth_mode").map(Scalar::text).orElse("");
        if (!List.of("key", "aml_token", "aad_token").contains(mode)) {
            return Optional.empty();
        }
        if (root.find("defaults.deployment_name").isPresent()) {
            return Optional.of(Format.AZURE_ML_BATCH_ENDPOINT);
        }
        return has(root, "traffic", "mirror_traffic") || !mode.equals("aad_token")
                ? Optional.of(Format.AZURE_ML_ONLINE_ENDPOINT)
                : Optional.empty();
    }

    private static Optional<Format> asset(Node root) {
        boolean model =
                List.of("custom_model", "mlflow_model", "triton_model").contains(type(root))
                        && root.text("path").isPresent();
        if (model) {
            return Optional.of(Format.AZURE_ML_MODEL);
        }
        boolean environment =
                root.text("image").isPresent()
                        && has(root, "conda_file", "inference_config")
                        && root.get("name").isPresent();
        return environment ? Optional.of(Format.AZURE_ML_ENVIRONMENT) : Optional.empty();
    }

    private static String type(Node node) {
        return node.text("type").map(Scalar::text).orElse("");
    }

    private static boolean has(Node node, String... keys) {
        return List.of(keys).stream().anyMatch(key -> node.get(key).isPresent());
    }

    private static Optional<Format> rest(AzureResource resource) {
        Node node = resource.node();
        if (!resource.type().isEmpty() && !resource.type().equals(SERVICE + "jobs")) {
            return Optional.ofNullable(TYPES.get(resource.type()));
        }
        Optional<String> job = node.text("properties.jobType").map(Scalar::text);
        if (job.isPresent()) {
            return switch (job.get().toLowerCase(Locale.ROOT)) {
                case "command" -> Optional.of(Format.AZURE_ML_COMMAND);
                case "sweep" -> Optional.of(Format.AZURE_ML_SWEEP);
                case "pipeline" -> Optional.of(Format.AZURE_ML_PIPELINE);
                default -> Optional.empty();
            };
        }
        if (node.text("properties.computeType").isPresent()) {
            return Optional.of(Format.AZURE_ML_COMPUTE);
        }
        return node.text("properties.endpointComputeType").isPresent()
                ? Optional.of(Format.AZURE_ML_ONLINE_DEPLOYMENT)
                : Optional.empty();
    }

    @Override
    public List<Document> read(Format format, Node root) {
        List<Document> documents = new ArrayList<>();
        for (Node node : root instanceof Items ? root.items() : List.of(root)) {
            cli(node).ifPresent(own -> documents.add(document(own, node)));
        }
        if (documents.isEmpty()) {
            for (AzureResource resource : AzureResource.of(root)) {
                rest(resource).ifPresent(own -> documents.add(document(own, resource.node())));
            }
        }
        return documents;
    }

    private static Document document(Format format, Node node) {
        List<Workload> workloads =
                switch (format) {
                    case AZURE_ML_COMMAND -> List.of(AzureMlWorkload.command(node));
                    case AZURE_ML_SWEEP -> List.of(AzureMlWorkload.sweep(node));
                    case AZURE_ML_PIPELINE -> steps(node);
                    case AZURE_ML_ONLINE_DEPLOYMENT -> List.of(AzureMlWorkload.online(node));
                    case AZURE_ML_BATCH_DEPLOYMENT -> List.of(AzureMlWorkload.batch(node));
                    case AZURE_ML_COMPUTE -> instance(node);
                    default -> List.of();
                };
        return new Document(node.source(), format, node, workloads);
    }

    /** Steps whose command stands in the file; others are components that lie elsewhere. */
    private static List<Workload> steps(Node pipeline) {
        List<Workload> steps = new ArrayList<>();
        for (Field step : new AzureMl(pipeline).fields("jobs")) {
            Node node = step.value();
            if (node.text("command").isPresent()) {
                steps.add(AzureMlWorkload.command(node));
            } else if (node.text("trial.command").isPresent()) {
                steps.add(AzureMlWorkload.sweep(node));
            }
        }
        return steps;
    }

    private static List<Workload> instance(Node node) {
        return new AzureMl(node).computeType().equals("computeinstance")
                ? List.of(AzureMlWorkload.instance(node))
                : List.of();
    }
}
