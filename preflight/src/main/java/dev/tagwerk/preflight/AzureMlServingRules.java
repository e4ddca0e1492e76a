package dev.tagwerk.preflight;

import dev.tagwerk.formats.AzureMl;
import dev.tagwerk.formats.Document;
import dev.tagwerk.formats.Field;
import dev.tagwerk.formats.Format;
import dev.tagwerk.formats.Located;
import dev.tagwerk.formats.Node;
import dev.tagwerk.formats.Scalar;
import dev.tagwerk.market.Limits;
import dev.tagwerk.market.Machine;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Managed online endpoints and their deployments. Those on Kubernetes follow other rules. */
final class AzureMlServingRules {
    private static final long DEFAULT = Limits.get("aml.online.request-timeout.default").whole();
    private static final long LONGEST = Limits.get("aml.online.request-timeout.max").whole();
    private static final long MIRROR = Limits.get("aml.online.mirror.max").whole();

    /** Hours of a month, as Azure's price lists count. */
    private static final int MONTH = 730;

    /** Servers that do nothing but generate text. */
    private static final Pattern GENERATES =
            Pattern.compile(
                    "(?i).*(?:vllm|text-generation-inference|sglang|ollama|llama\\.?cpp|lmdeploy"
                            + "|tensorrt-?llm).*");

    private static final Pattern NAMED_AS_ONE =
            Pattern.compile(
                    "(?i).*(?:llama|mistral|mixtral|qwen|gemma|falcon|deepseek|gpt-?2|phi-?[234]"
                            + "|\\bllm).*");

    private AzureMlServingRules() {}

    static Map<String, Check> checks() {
        return Map.of(
                "TW-AML-007", AzureMlServingRules::dayAndNight,
                "TW-AML-008", AzureMlServingRules::requestTimeout,
                "TW-AML-013", AzureMlServingRules::trafficSum,
                "TW-AML-014", AzureMlServingRules::mirror);
    }

    /** Managed online deployments of the file that is checked. */
    static Stream<AzureMl> managed(Subject subject) {
        return subject.own(Format.AZURE_ML_ONLINE_DEPLOYMENT)
                .map(Document::root)
                .filter(root -> !isKubernetes(root))
                .map(AzureMl::new);
    }

    static boolean isKubernetes(Node root) {
        return Stream.of("type", "properties.endpointComputeType", "$schema")
                .flatMap(key -> (key.equals("$schema") ? text(root, key) : root.text(key)).stream())
                .anyMatch(text -> text.text().toLowerCase(Locale.ROOT).contains("kubernetes"));
    }

    private static Optional<Scalar> text(Node root, String key) {
        return root.get(key).flatMap(Node::scalar);
    }

    private static void dayAndNight(Subject subject, Findings findings) {
        managed(subject)
                .forEach(
                        deployment ->
                                deployment
                                        .text("instance_type")
                                        .ifPresent(
                                                type -> dayAndNight(deployment, type, findings)));
    }

    private static void dayAndNight(AzureMl deployment, Scalar type, Findings findings) {
        int count = deployment.whole("instance_count").map(Located::value).orElse(1);
        Optional<Machine> machine =
                AzureMlRun.machine(type).filter(one -> one.gpu().isPresent() && count > 0);
        String cost =
                machine.map(
                                one ->
                                        (long) MONTH * count * one.gpuCount()
                                                + " GPU hours ("
                                                + one.gpu().orElseThrow().name()
                                                + ")")
                        .orElse((long) MONTH * count + " machine hours");
        String name = deployment.root().text("name").map(Scalar::text).orElse("NAME");
        String endpoint = deployment.text("endpoint_name").map(Scalar::text).orElse("ENDPOINT");
        findings.add(
                type,
                "an online deployment never goes to zero: "
                        + count
                        + " x "
                        + type.text()
                        + (count == 1 ? " runs" : " run")
                        + " day and night, "
                        + cost
                        + " a month",
                "a batch deployment on a cluster with min_instances: 0, an app of Container Apps with"
                        + " minReplicas: 0, or when it is not needed: az ml online-deployment delete"
                        + " -n "
                        + name
                        + " -e "
                        + endpoint
                        + " -y");
    }

    private static void requestTimeout(Subject subject, Findings findings) {
        managed(subject)
                .forEach(
                        deployment -> {
                            Optional<Scalar> timeout =
                                    deployment.text("request_settings.request_timeout_ms");
                            Optional<Long> milliseconds =
                                    timeout.flatMap(AzureMlServingRules::read);
                            if (milliseconds.filter(one -> one > LONGEST).isPresent()) {
                                tooLong(deployment, timeout.get(), findings);
                            } else if (milliseconds.filter(one -> one <= DEFAULT).isPresent()
                                    || timeout.isEmpty()) {
                                tooShort(deployment, timeout, findings);
                            }
                        });
    }

    /** Milliseconds in the CLI's files, ISO 8601 in the others. */
    private static Optional<Long> read(Scalar timeout) {
        return timeout.asWhole()
                .map(Integer::longValue)
                .or(
                        () ->
                                dev.tagwerk.formats.Quantities.duration(timeout.text())
                                        .filter(any -> timeout.text().startsWith("P"))
                                        .map(java.time.Duration::toMillis));
    }

    private static void tooLong(AzureMl deployment, Scalar timeout, Findings findings) {
        String most = deployment.isRest() ? "\"PT3M\"" : String.valueOf(LONGEST);
        findings.add(
                timeout,
                "a request takes at most "
                        + LONGEST / 1000
                        + " s; "
                        + timeout.text()
                        + " is refused",
                AzureNames.key(timeout) + ": " + most,
                new Edit(timeout.source(), timeout.span(), most));
    }

    private static void tooShort(AzureMl deployment, Optional<Scalar> timeout, Findings findings) {
        String write =
                deployment.isRest()
                        ? "\"requestSettings\": {\"requestTimeout\": \"PT3M\"}"
                        : "request_settings: {request_timeout_ms: " + LONGEST + "}";
        String what =
                timeout.map(one -> "a request is cut off after " + one.text())
                                .orElse("without request_settings a request is cut off after 5 s")
                        + ", and a text of some length takes longer to generate";
        Optional<Scalar> server = texts(deployment, GENERATES);
        Optional<Scalar> model = texts(deployment, NAMED_AS_ONE);
        if (server.isPresent()) {
            Node node = timeout.map(Node.class::cast).orElse(server.get());
            findings.add(Severity.WARNING, node, node.anchor(), what, write);
        } else if (model.isPresent()) {
            findings.note(timeout.map(Node.class::cast).orElse(model.get()), what, write);
        }
    }

    private static Optional<Scalar> texts(AzureMl deployment, Pattern pattern) {
        return Stream.of(
                        "environment",
                        "environment.image",
                        "environment.name",
                        "model",
                        "model.name",
                        "model.path")
                .flatMap(way -> deployment.text(way).stream())
                .filter(text -> text.text().length() < 500)
                .filter(text -> pattern.matcher(text.text()).matches())
                .findFirst();
    }

    private static Stream<AzureMl> endpoints(Subject subject) {
        return subject.own(Format.AZURE_ML_ONLINE_ENDPOINT)
                .map(document -> new AzureMl(document.root()));
    }

    /** Percentages by deployment; empty where one of them is no number. */
    private static List<Located<Integer>> shares(AzureMl endpoint, String key) {
        List<Field> fields = endpoint.fields(key);
        List<Located<Integer>> shares =
                fields.stream()
                        .flatMap(
                                field ->
                                        field
                                                .value()
                                                .scalar()
                                                .flatMap(Scalar::asWhole)
                                                .map(share -> new Located<>(share, field.value()))
                                                .stream())
                        .toList();
        return shares.size() == fields.size() ? shares : List.of();
    }

    private static void trafficSum(Subject subject, Findings findings) {
        endpoints(subject)
                .forEach(
                        endpoint -> {
                            List<Located<Integer>> shares = shares(endpoint, "traffic");
                            long sum = shares.stream().mapToLong(Located::value).sum();
                            if (!shares.isEmpty() && sum != 100 && sum != 0) {
                                endpoint.find("traffic")
                                        .ifPresent(
                                                traffic ->
                                                        findings.add(
                                                                traffic,
                                                                "traffic sums up to "
                                                                        + sum
                                                                        + " %, and has to be 100"
                                                                        + " (or 0)",
                                                                shares(endpoint, sum)));
                            }
                        });
    }

    /** The same shares with what is missing given to the last one, where that is possible. */
    private static String shares(AzureMl endpoint, long sum) {
        List<Field> fields = endpoint.fields("traffic");
        StringBuilder write = new StringBuilder("traffic: {");
        for (int index = 0; index < fields.size(); index++) {
            boolean last = index == fields.size() - 1;
            int share = fields.get(index).value().scalar().flatMap(Scalar::asWhole).orElse(0);
            long own = last ? share + 100 - sum : share;
            if (own < 0) {
                return "traffic: shares that sum up to 100";
            }
            write.append(fields.get(index).name())
                    .append(": ")
                    .append(own)
                    .append(last ? "}" : ", ");
        }
        return write.toString();
    }

    private static void mirror(Subject subject, Findings findings) {
        endpoints(subject).forEach(endpoint -> mirror(endpoint, findings));
    }

    private static void mirror(AzureMl endpoint, Findings findings) {
        List<Located<Integer>> mirrored = shares(endpoint, "mirror_traffic");
        long sum = mirrored.stream().mapToLong(Located::value).sum();
        if (sum > MIRROR) {
            endpoint.find("mirror_traffic")
                    .ifPresent(
                            all ->
                                    findings.add(
                                            all,
                                            sum
                                                    + " % are mirrored, and at most "
                                                    + MIRROR
                                                    + " % may be"));
        }
        for (Field share : endpoint.fields("mirror_traffic")) {
            int live =
                    endpoint.find("traffic")
                            .flatMap(traffic -> traffic.get(share.name()))
                            .flatMap(Node::scalar)
                            .flatMap(Scalar::asWhole)
                            .orElse(0);
            if (live > 0) {
                findings.note(
                        share.value(),
                        share.name()
                                + " gets "
                                + live
                                + " % of the live traffic already; mirrored traffic is for one that"
                                + " gets none",
                        "traffic without " + share.name());
            }
        }
    }
}
