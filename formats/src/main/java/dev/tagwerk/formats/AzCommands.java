package dev.tagwerk.formats;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * {@code az containerapp create|update} and {@code az containerapp job create|update|start}. The
 * options are those of azure-cli's containerapp module (its _params.py, November 2026).
 */
public final class AzCommands implements CommandReader {
    /** Every option of these commands, with which a list of values ends. */
    public static final Set<String> OPTIONS =
            Set.of(
                    "--name",
                    "-n",
                    "--resource-group",
                    "-g",
                    "--environment",
                    "--image",
                    "-i",
                    "--cpu",
                    "--memory",
                    "--command",
                    "--startup-command",
                    "--args",
                    "--env-vars",
                    "--set-env-vars",
                    "--replace-env-vars",
                    "--remove-env-vars",
                    "--remove-all-env-vars",
                    "--replica-timeout",
                    "--replica-retry-limit",
                    "--trigger-type",
                    "--parallelism",
                    "--replica-completion-count",
                    "--rcc",
                    "--rrl",
                    "--rt",
                    "--workload-profile-name",
                    "-w",
                    "--registry-server",
                    "--registry-identity",
                    "--registry-username",
                    "--registry-password",
                    "--secrets",
                    "-s",
                    "--yaml",
                    "--mi-system-assigned",
                    "--system-assigned",
                    "--mi-user-assigned",
                    "--user-assigned",
                    "--cron-expression",
                    "--min-replicas",
                    "--max-replicas",
                    "--min-executions",
                    "--max-executions",
                    "--polling-interval",
                    "--scale-rule-name",
                    "--scale-rule-type",
                    "--scale-rule-metadata",
                    "--scale-rule-auth",
                    "--scale-rule-http-concurrency",
                    "--scale-rule-identity",
                    "--ingress",
                    "--target-port",
                    "--exposed-port",
                    "--transport",
                    "--allow-insecure",
                    "--revision-suffix",
                    "--revisions-mode",
                    "--container-name",
                    "--no-wait",
                    "--tags",
                    "--location",
                    "-l",
                    "--output",
                    "-o",
                    "--query",
                    "--subscription",
                    "--only-show-errors",
                    "--verbose",
                    "--debug",
                    "--ids",
                    "--help",
                    "-h",
                    "--termination-grace-period",
                    "--tgp",
                    "--bind",
                    "--service-bindings",
                    "--secret-volume-mount",
                    "--source",
                    "--artifact",
                    "--build-env-vars",
                    "--max-inactive-revisions",
                    "--terminal-output",
                    "--dapr-app-id",
                    "--enable-dapr",
                    "--dapr-app-port",
                    "--dapr-app-protocol",
                    "--kind",
                    "--runtime",
                    "--yes",
                    "-y");

    @Override
    public Optional<Workload> read(CommandWords words) {
        boolean job = words.startsWith("az", "containerapp", "job");
        if (!words.startsWith("az", "containerapp")) {
            return Optional.empty();
        }
        String verb =
                words.words().size() > (job ? 3 : 2) ? words.words().get(job ? 3 : 2).text() : "";
        boolean known =
                verb.equals("create") || verb.equals("update") || (job && verb.equals("start"));
        if (!known || words.option("--yaml").isPresent()) {
            return Optional.empty(); // beside --yaml all other options are passed over
        }
        return Optional.of(workload(words, job));
    }

    private static Workload workload(CommandWords words, boolean job) {
        return new Workload(
                Platform.AZURE_CONTAINER_APPS,
                job ? Workload.Kind.JOB : Workload.Kind.SERVICE,
                words.node(),
                words.value("--name", "-n"),
                words.value("--location", "-l"),
                words.value("--workload-profile-name", "-w"),
                Optional.empty(),
                List.of(container(words)),
                List.of(),
                List.of(),
                words.value("--replica-timeout", "--rt")
                        .flatMap(
                                word ->
                                        Quantities.duration(word.text())
                                                .map(time -> new Located<>(time, word))),
                words.value("--replica-retry-limit", "--rrl").flatMap(Values::whole),
                (job ? words.value("--parallelism") : words.value("--max-replicas"))
                        .flatMap(Values::whole),
                words.value("--min-replicas").flatMap(Values::whole),
                words.value("--environment"));
    }

    private static Container container(CommandWords words) {
        return new Container(
                words.node(),
                words.value("--container-name"),
                words.value("--image", "-i"),
                words(words, "--command", "--startup-command"),
                words(words, "--args"),
                Optional.empty(),
                words.list(OPTIONS, "--env-vars", "--set-env-vars", "--replace-env-vars").stream()
                        .flatMap(word -> Values.assignment(word, "secretref:").stream())
                        .toList(),
                words.value("--cpu").flatMap(Values::cores),
                words.value("--memory").flatMap(Values::bytes),
                Optional.empty(),
                List.of(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    private static Optional<Words> words(CommandWords words, String... names) {
        return words.option(names)
                .map(option -> new Words(option, words.list(OPTIONS, names), false));
    }
}
