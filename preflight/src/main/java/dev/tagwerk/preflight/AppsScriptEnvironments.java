package dev.tagwerk.preflight;

import dev.tagwerk.formats.AzScript;
import dev.tagwerk.formats.CommandWords;
import dev.tagwerk.formats.Document;
import dev.tagwerk.formats.Format;
import dev.tagwerk.formats.Node;
import dev.tagwerk.formats.Scalar;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Scripts that make an environment and put their job into another one, or into none. */
final class AppsScriptEnvironments {
    private AppsScriptEnvironments() {}

    static void look(Subject subject, Findings findings) {
        List<Node> made =
                subject.scripted().stream()
                        .filter(one -> one.format() == Format.CONTAINER_APPS_ENVIRONMENT)
                        .map(Document::root)
                        .filter(AppsScriptEnvironments::isCreated)
                        .toList();
        if (made.isEmpty() || made.stream().anyMatch(one -> AzureNames.name(one).isEmpty())) {
            return; // with a name that is not known yet nothing can be compared
        }
        List<String> names = made.stream().flatMap(one -> AzureNames.name(one).stream()).toList();
        List<ContainerApp> apps =
                ContainerApp.of(subject).filter(ContainerApp::isScripted).toList();
        boolean used =
                apps.stream()
                        .flatMap(app -> app.environmentName().stream())
                        .anyMatch(name -> holds(names, name));
        apps.forEach(
                app -> {
                    Optional<Scalar> environment = app.workload().environment();
                    if (environment.isEmpty()) {
                        nowhere(app.node(), app, made, names, findings);
                    } else if (app.environmentName()
                            .filter(one -> !holds(names, one))
                            .isPresent()) {
                        elsewhere(environment.get(), made, names, used, findings);
                    }
                });
        up(subject).forEach(words -> up(words, names, findings));
    }

    /** One that was only looked up has profiles of which the script says nothing. */
    private static boolean isCreated(Node environment) {
        return Surroundings.profiles(environment).stream()
                .noneMatch(
                        profile ->
                                profile.text("name").filter(Scalar::isPlaceholder).isPresent()
                                        && profile.text("workloadProfileType").isEmpty());
    }

    private static boolean holds(List<String> names, String name) {
        return names.stream().anyMatch(name::equalsIgnoreCase);
    }

    private static void elsewhere(
            Scalar environment,
            List<Node> made,
            List<String> names,
            boolean used,
            Findings findings) {
        findings.add(
                used ? Severity.NOTE : Severity.WARNING,
                environment,
                environment.anchor(),
                "it goes to the environment "
                        + AzureNames.last(environment.text())
                        + "; the script makes "
                        + String.join(", ", names)
                        + region(made.getFirst()),
                "environmentId: " + names.getFirst());
    }

    private static String region(Node environment) {
        return AzureNames.location(environment).map(one -> " in " + one.text()).orElse("");
    }

    private static void nowhere(
            Node place, ContainerApp app, List<Node> made, List<String> names, Findings findings) {
        if (!app.isWritten("template.volumes") && !app.isWritten("template.scale")) {
            return; // an update or a start, which leaves it where it is
        }
        findings.add(
                Severity.WARNING,
                place,
                place.anchor(),
                "the "
                        + app.word()
                        + " names no environment; the script makes "
                        + names.getFirst()
                        + region(made.getFirst()),
                "--environment " + names.getFirst());
    }

    private static Stream<CommandWords> up(Subject subject) {
        return subject.own(Format.SHELL)
                .filter(one -> !AzScript.made(one))
                .flatMap(document -> document.commands().stream())
                .filter(words -> words.startsWith("az", "containerapp", "up"))
                .filter(words -> words.option("--environment").isEmpty());
    }

    private static void up(CommandWords words, List<String> names, Findings findings) {
        findings.note(
                words.words().get(2),
                "az containerapp up takes an environment of its own choice, or makes one, where none"
                        + " is named",
                "--environment " + names.getFirst());
    }
}
