package dev.tagwerk.preflight;

import dev.tagwerk.formats.Document;
import dev.tagwerk.formats.Format;
import dev.tagwerk.formats.Gpus;
import dev.tagwerk.formats.Node;
import dev.tagwerk.formats.Scalar;
import dev.tagwerk.market.Machine;
import dev.tagwerk.market.Machines;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The environment that a Container Apps job or app goes to, as far as it is given beside or stands
 * in the same file.
 */
record Surroundings(Subject subject, ContainerApp app) {
    static final String SERVICE = "azure-container-apps";

    /** Around every job and app of the file that is checked. */
    static Stream<Surroundings> of(Subject subject) {
        return ContainerApp.of(subject).map(app -> new Surroundings(subject, app));
    }

    private List<Document> environments() {
        return subject.all(Format.CONTAINER_APPS_ENVIRONMENT).toList();
    }

    /** The environment that it names; the only one there is, where a template names it. */
    Optional<Node> environment() {
        Optional<String> wanted = app.environmentName();
        if (wanted.isPresent()) {
            return environments().stream()
                    .map(Document::root)
                    .filter(
                            root ->
                                    AzureNames.name(root)
                                            .filter(wanted.get()::equalsIgnoreCase)
                                            .isPresent())
                    .findFirst();
        }
        return environments().size() == 1
                ? Optional.of(environments().getFirst().root())
                : Optional.empty();
    }

    /** The profiles of the environment, where they are written out. */
    Optional<List<Node>> profiles() {
        return environment()
                .filter(root -> root.get("properties").isPresent())
                .filter(root -> isWritten(root.find("properties.workloadProfiles")))
                .map(
                        root ->
                                root.find("properties.workloadProfiles")
                                        .map(Node::items)
                                        .orElse(List.of()));
    }

    /** The profiles of any environment. */
    static List<Node> profiles(Node environment) {
        return environment.find("properties.workloadProfiles").map(Node::items).orElse(List.of());
    }

    private static boolean isWritten(Optional<Node> list) {
        return list.map(node -> node.scalar().filter(one -> !one.isNothing()).isEmpty())
                .orElse(true);
    }

    /** The profile that it runs on. */
    Optional<Node> profile() {
        return app.workload()
                .machine()
                .flatMap(
                        name ->
                                profiles().orElse(List.of()).stream()
                                        .filter(
                                                profile ->
                                                        profile.text("name")
                                                                .filter(
                                                                        one ->
                                                                                one.text()
                                                                                        .equalsIgnoreCase(
                                                                                                name
                                                                                                        .text()))
                                                                .isPresent())
                                        .findFirst());
    }

    /** The machine behind the profile: told by the environment, else by a type that is written. */
    Optional<Machine> machine() {
        Optional<String> type =
                profile()
                        .flatMap(profile -> profile.text("workloadProfileType"))
                        .or(() -> app.workload().machine())
                        .map(Scalar::text);
        return type.flatMap(text -> Machines.find(SERVICE, text));
    }

    /** The machine that it must mean: by the profile, else by the GPU in the profile's name. */
    Optional<Machine> likelyMachine() {
        return machine()
                .or(
                        () ->
                                app.workload()
                                        .gpu()
                                        .flatMap(Gpus::model)
                                        .or(subject.circumstances()::gpu)
                                        .filter(gpu -> app.wantsGpu())
                                        .flatMap(Surroundings::serverless));
    }

    /** The profile by the second that has a GPU of a kind. */
    private static Optional<Machine> serverless(String gpu) {
        return Machines.of(SERVICE).stream()
                .filter(machine -> machine.kind().equals("consumption-gpu"))
                .filter(
                        machine ->
                                machine.gpu()
                                        .filter(one -> one.family().equalsIgnoreCase(gpu))
                                        .isPresent())
                .findFirst();
    }

    /** Storages of the environment; those that do not say whose they are count. */
    List<Node> storages() {
        Optional<String> wanted = app.environmentName();
        return subject.all(Format.CONTAINER_APPS_STORAGE)
                .map(Document::root)
                .filter(
                        root ->
                                wanted.isEmpty()
                                        || owner(root)
                                                .map(wanted.get()::equalsIgnoreCase)
                                                .orElse(true))
                .toList();
    }

    /** The environment that a storage belongs to, by its id or its name {@code env/storage}. */
    static Optional<String> owner(Node storage) {
        return storage.text("id")
                .flatMap(id -> AzureNames.behind(id.text(), "managedEnvironments"))
                .or(
                        () ->
                                storage.text("name")
                                        .filter(name -> !name.isPlaceholder())
                                        .map(Scalar::text)
                                        .filter(name -> name.indexOf('/') > 0)
                                        .map(name -> name.substring(0, name.indexOf('/'))));
    }

    /**
     * A region, and where it is said.
     *
     * @param written empty where the caller says it
     */
    record Home(String region, Optional<Scalar> written) {
        private static Home of(Scalar written) {
            return new Home(written.text(), Optional.of(written));
        }
    }

    /** Where it will run: the environment's region, else its own, else what the caller says. */
    Optional<Home> home() {
        return environment()
                .flatMap(AzureNames::location)
                .or(() -> AzureNames.location(app.node()))
                .map(Home::of)
                .or(
                        () ->
                                subject.circumstances()
                                        .region()
                                        .map(region -> new Home(region, Optional.empty())));
    }

    /** What to point at when its place is wrong: its own region, else its profile, else itself. */
    Node place() {
        return AzureNames.location(app.node())
                .or(() -> app.workload().machine())
                .map(Node.class::cast)
                .orElse(app.node());
    }
}
