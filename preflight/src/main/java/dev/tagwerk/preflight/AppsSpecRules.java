package dev.tagwerk.preflight;

import dev.tagwerk.formats.Container;
import dev.tagwerk.formats.Field;
import dev.tagwerk.formats.Format;
import dev.tagwerk.formats.Node;
import dev.tagwerk.formats.Scalar;
import dev.tagwerk.formats.Words;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What a Container Apps job or app says of itself that the service refuses or drops. */
final class AppsSpecRules {
    private static final Pattern NAME = Pattern.compile("[a-z]([a-z0-9-]{0,30}[a-z0-9])?");
    private static final Pattern ID =
            Pattern.compile(
                    "(?i)/subscriptions/[^/]+/resourceGroups/[^/]+/providers/Microsoft\\.App/"
                            + "(managedEnvironments|connectedEnvironments)/[^/]+/?");

    private AppsSpecRules() {}

    static Map<String, Check> checks() {
        return Map.of(
                "TW-ACA-001", AppsSpecRules::gpuKey,
                "TW-ACA-015", AppsSpecRules::gracePeriod,
                "TW-ACA-030", AppsSpecRules::names,
                "TW-ACA-035", AppsSpecRules::environmentId,
                "TW-ACA-036", AppsSpecRules::profileOutside,
                "TW-ACA-037", AppsSpecRules::optionsAsCommand);
    }

    private static void gpuKey(Subject subject, Findings findings) {
        ContainerApp.of(subject)
                .filter(app -> !app.isPreview())
                .forEach(
                        app ->
                                app.containers()
                                        .map(Container::node)
                                        .flatMap(node -> node.get("resources").stream())
                                        .forEach(resources -> gpuKey(app, resources, findings)));
    }

    private static void gpuKey(ContainerApp app, Node resources, Findings findings) {
        Optional<Node> gpu = resources.get("gpu").filter(AppsSpecRules::isSomething);
        gpu.ifPresent(
                node ->
                        findings.add(
                                // previews print it; it is refused when the file is sent back
                                app.isPrinted() ? Severity.NOTE : Severity.ERROR,
                                node,
                                node.anchor(),
                                "the stable Container Apps interface does not know resources.gpu",
                                "properties.workloadProfileName: NAME of a GPU profile in the"
                                        + " environment, and no gpu key",
                                Removal.edits(resources, "gpu")));
    }

    private static boolean isSomething(Node node) {
        return node.scalar().map(scalar -> !scalar.isNothing()).orElse(true);
    }

    private static void gracePeriod(Subject subject, Findings findings) {
        ContainerApp.of(subject)
                .filter(ContainerApp::isJob)
                .flatMap(app -> app.template().stream())
                .forEach(
                        template ->
                                template.text("terminationGracePeriodSeconds")
                                        .ifPresent(
                                                grace ->
                                                        findings.add(
                                                                grace,
                                                                "jobs have no"
                                                                        + " terminationGracePeriodSeconds:"
                                                                        + " 30 s after SIGTERM they are"
                                                                        + " killed",
                                                                "checkpoints every few minutes that"
                                                                        + " are written aside and"
                                                                        + " renamed",
                                                                Removal.edits(
                                                                        template,
                                                                        AzureNames.key(grace)))));
    }

    private static void names(Subject subject, Findings findings) {
        ContainerApp.of(subject)
                .filter(app -> !app.isPrinted())
                .forEach(
                        app -> {
                            app.node()
                                    .text("name")
                                    .filter(name -> !name.isPlaceholder())
                                    .ifPresent(name -> name(name, app.word(), findings));
                            Stream.concat(
                                            app.items("template.containers").stream(),
                                            app.items("template.initContainers").stream())
                                    .flatMap(container -> container.text("name").stream())
                                    .filter(name -> !name.isPlaceholder())
                                    .forEach(name -> containerName(name, findings));
                        });
    }

    private static void name(Scalar name, String word, Findings findings) {
        String text = name.text();
        if (!NAME.matcher(text).matches() || text.length() < 2 || text.contains("--")) {
            String cleaned = cleaned(text, 32);
            // one letter is too short, and nothing is left of digits alone
            String better =
                    cleaned.length() < 2 ? (cleaned + "-" + word).replaceFirst("^-", "") : cleaned;
            findings.add(
                    name,
                    "the "
                            + word
                            + "'s name "
                            + Spoken.quoted(name)
                            + " is not 2 to 32 small letters, digits and single hyphens that begin"
                            + " with a letter",
                    "name: " + better);
        }
    }

    private static void containerName(Scalar name, Findings findings) {
        if (!name.text().matches("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")) {
            String better = cleaned(name.text(), 63);
            findings.add(
                    name,
                    "the container's name "
                            + Spoken.quoted(name)
                            + " is not small letters, digits and hyphens",
                    better.isEmpty() ? "" : "name: " + better);
        }
    }

    /** The nearest name that is allowed. */
    static String cleaned(String text, int longest) {
        String small =
                text.toLowerCase(Locale.ROOT)
                        .replaceAll("[^a-z0-9]+", "-")
                        .replaceAll("^[^a-z]+|-+$", "");
        String cut = small.substring(0, Math.min(longest, small.length()));
        return cut.replaceAll("-+$", "");
    }

    private static void environmentId(Subject subject, Findings findings) {
        ContainerApp.of(subject)
                .filter(app -> !app.isScripted()) // commands take a name, too
                .flatMap(app -> app.workload().environment().stream())
                .filter(id -> !id.isPlaceholder() && !ID.matcher(id.text()).matches())
                .forEach(
                        id ->
                                findings.add(
                                        id,
                                        Spoken.quoted(id) + " is not the id of an environment",
                                        "/subscriptions/SUBSCRIPTION/resourceGroups/GROUP/providers/"
                                                + "Microsoft.App/managedEnvironments/"
                                                + AzureNames.last(id.text())
                                                + " (az containerapp env show -n "
                                                + AzureNames.last(id.text())
                                                + " -g GROUP --query id)"));
    }

    /** az moves an app's key of this name under properties, but drops a job's. */
    private static void profileOutside(Subject subject, Findings findings) {
        subject.own(Format.CONTAINER_APPS_JOB)
                .forEach(
                        document ->
                                document.root()
                                        .text("workloadProfileName")
                                        .filter(
                                                profile ->
                                                        document.root()
                                                                .find(
                                                                        "properties.workloadProfileName")
                                                                .isEmpty())
                                        .ifPresent(
                                                profile ->
                                                        findings.add(
                                                                profile,
                                                                "workloadProfileName stands beside"
                                                                        + " properties, where it is"
                                                                        + " dropped without a word",
                                                                "properties: {workloadProfileName: "
                                                                        + profile.text()
                                                                        + ", ...}")));
    }

    /** A command of options alone is meant as args: it would be run as a program. */
    private static void optionsAsCommand(Subject subject, Findings findings) {
        ContainerApp.of(subject)
                .flatMap(ContainerApp::containers)
                .forEach(
                        container ->
                                container
                                        .command()
                                        .filter(words -> isOption(words))
                                        .ifPresent(
                                                words ->
                                                        optionsAsCommand(
                                                                container, words, findings)));
    }

    private static boolean isOption(Words words) {
        return !words.shell()
                && !words.words().isEmpty()
                && words.words().getFirst().text().matches("--?[A-Za-z].*");
    }

    private static void optionsAsCommand(Container container, Words words, Findings findings) {
        List<Edit> edits =
                container.args().isPresent()
                        ? List.of()
                        : container.node().fields().stream()
                                .filter(field -> field.name().equals("command"))
                                .map(Field::key)
                                .map(key -> new Edit(key.source(), key.span(), renamed(key)))
                                .toList();
        findings.add(
                words.node(),
                "command replaces the image's entrypoint, and "
                        + Spoken.quoted(words.words().getFirst())
                        + " is an option, not a program",
                "args: [" + words.words().getFirst().text() + ", ...] and no command",
                edits.toArray(Edit[]::new));
    }

    private static String renamed(Scalar key) {
        return key.isQuoted() ? "\"args\"" : "args";
    }
}
