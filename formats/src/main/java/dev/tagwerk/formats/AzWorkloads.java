package dev.tagwerk.formats;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** {@code az containerapp [job] create|update|start} in the shape of the resource that it makes. */
final class AzWorkloads {
    /** Parts of a resource that a command which is no {@code create} leaves as they are. */
    private static final List<String> OF_TEMPLATE = List.of("volumes", "scale");

    private static final List<String> TRIGGERS = List.of("manual", "schedule", "event");

    private AzWorkloads() {}

    static Optional<Document> of(CommandWords words) {
        boolean job = words.startsWith("az", "containerapp", "job");
        int at = job ? 3 : 2;
        if (!words.startsWith("az", "containerapp")
                || words.words().size() <= at
                || words.option("--yaml").isPresent()) {
            return Optional.empty();
        }
        return switch (words.words().get(at).text()) {
            case "create" -> Optional.of(document(words, job, true));
            case "update" -> Optional.of(document(words, job, false));
            case "start" -> job ? Optional.of(document(words, true, false)) : Optional.empty();
            default -> Optional.empty();
        };
    }

    private static Document document(CommandWords words, boolean job, boolean whole) {
        Grown root = new Grown(words.node());
        root.put("name", words.value("--name", "-n"));
        root.put("location", words.value("--location", "-l"));
        Grown properties = root.inner("properties");
        properties.put("environmentId", words.value("--environment"));
        Grown configuration = properties.inner("configuration");
        Grown template = properties.inner("template");
        if (!whole) {
            properties.unchanged("workloadProfileName");
            configuration.unchanged("secrets").unchanged("registries");
            OF_TEMPLATE.forEach(template::unchanged);
        }
        properties.put("workloadProfileName", words.value("--workload-profile-name", "-w"));
        if (job) {
            job(words, configuration);
        } else {
            app(words, configuration, template, whole);
        }
        secrets(words, configuration);
        if (words.option("--secret-volume-mount", "--scale-rule-auth").isPresent()) {
            template.unchanged("volumes"); // what refers to a secret is not all seen
        }
        template.list("containers", List.of(container(words, template)));
        Fields fields = root.done();
        return new Document(
                fields.source(),
                job ? Format.CONTAINER_APPS_JOB : Format.CONTAINER_APPS_APP,
                fields,
                List.of(
                        ContainerAppsWorkload.of(
                                fields, job ? Workload.Kind.JOB : Workload.Kind.SERVICE)));
    }

    private static void job(CommandWords words, Grown configuration) {
        Optional<Scalar> type = words.value("--trigger-type");
        configuration
                .put("triggerType", type)
                .put("replicaTimeout", words.value("--replica-timeout", "--rt"))
                .put("replicaRetryLimit", words.value("--replica-retry-limit", "--rrl"));
        String word =
                type.map(one -> one.text().toLowerCase(Locale.ROOT))
                        .filter(TRIGGERS::contains)
                        .orElse("manual");
        Grown trigger = configuration.inner(word + "TriggerConfig");
        trigger.put("parallelism", words.value("--parallelism"))
                .put("replicaCompletionCount", words.value("--replica-completion-count", "--rcc"))
                .put("cronExpression", words.value("--cron-expression"));
        if (word.equals("event")) {
            trigger.inner("scale").unchanged("rules");
        }
    }

    private static void app(
            CommandWords words, Grown configuration, Grown template, boolean whole) {
        configuration
                .inner("ingress")
                .put("external", words.value("--ingress"))
                .put("targetPort", words.value("--target-port"));
        if (whole) {
            template.inner("scale")
                    .put("minReplicas", words.value("--min-replicas"))
                    .put("maxReplicas", words.value("--max-replicas"));
        }
    }

    private static void secrets(CommandWords words, Grown configuration) {
        List<Scalar> secrets = words.list(AzCommands.OPTIONS, "--secrets", "-s");
        if (secrets.isEmpty()) {
            return;
        }
        List<Grown> items = new ArrayList<>();
        for (Scalar secret : secrets) {
            int equals = secret.text().indexOf('=');
            if (equals <= 0) {
                configuration.unchanged("secrets"); // a variable that holds several perhaps
                return;
            }
            items.add(
                    configuration
                            .item("secrets", items.size())
                            .put(
                                    "name",
                                    Optional.of(
                                            CommandWords.saying(
                                                    secret, secret.text().substring(0, equals)))));
        }
        configuration.list("secrets", items);
    }

    private static Grown container(CommandWords words, Grown template) {
        Grown container = template.item("containers", 0);
        container
                .put("name", words.value("--container-name"))
                .put("image", words.value("--image", "-i"))
                .words(
                        "command",
                        words.option("--command", "--startup-command"),
                        words.list(AzCommands.OPTIONS, "--command", "--startup-command"))
                .words("args", words.option("--args"), words.list(AzCommands.OPTIONS, "--args"));
        container
                .inner("resources")
                .put("cpu", words.value("--cpu"))
                .put("memory", words.value("--memory"));
        List<Grown> env = new ArrayList<>();
        for (Scalar word :
                words.list(
                        AzCommands.OPTIONS, "--env-vars", "--set-env-vars", "--replace-env-vars")) {
            variable(word, container.item("env", env.size())).ifPresent(env::add);
        }
        if (!env.isEmpty()) {
            container.list("env", env);
        }
        return container;
    }

    private static Optional<Grown> variable(Scalar word, Grown item) {
        int equals = word.text().indexOf('=');
        if (equals <= 0) {
            return Optional.empty();
        }
        String value = word.text().substring(equals + 1);
        item.put("name", Optional.of(CommandWords.saying(word, word.text().substring(0, equals))));
        return Optional.of(
                value.startsWith("secretref:")
                        ? item.put(
                                "secretRef",
                                Optional.of(
                                        CommandWords.saying(
                                                word, value.substring("secretref:".length()))))
                        : item.put("value", Optional.of(CommandWords.saying(word, value))));
    }
}
