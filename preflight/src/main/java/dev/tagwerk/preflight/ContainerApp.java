package dev.tagwerk.preflight;

import dev.tagwerk.formats.AzScript;
import dev.tagwerk.formats.Container;
import dev.tagwerk.formats.Document;
import dev.tagwerk.formats.Format;
import dev.tagwerk.formats.Node;
import dev.tagwerk.formats.Scalar;
import dev.tagwerk.formats.Workload;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A job or app of Container Apps, with the ways to its parts. Immutable. */
record ContainerApp(Document document, Workload workload) {
    /** Those of the file that is checked, and those that its commands make. */
    static Stream<ContainerApp> of(Subject subject) {
        return subject.own(Format.CONTAINER_APPS_JOB, Format.CONTAINER_APPS_APP)
                .flatMap(
                        document ->
                                document.workloads().stream()
                                        .map(workload -> new ContainerApp(document, workload)));
    }

    Node node() {
        return document.root();
    }

    boolean isJob() {
        return workload.kind() == Workload.Kind.JOB;
    }

    /** Whether a command line says it, which can say less than a file. */
    boolean isScripted() {
        return AzScript.made(document);
    }

    /** The word that messages use for it. */
    String word() {
        return isJob() ? "job" : "app";
    }

    /** {@code az} also takes an app's parts without {@code properties} around them. */
    Node properties() {
        return node().get("properties").orElse(node());
    }

    Optional<Node> configuration() {
        return properties().get("configuration");
    }

    Optional<Node> template() {
        return properties().get("template");
    }

    /** The items of a list in it. */
    List<Node> items(String way) {
        return properties().find(way).map(Node::items).orElse(List.of());
    }

    /** Whether a list is written out, so that what it does not hold is not there. */
    boolean isWritten(String way) {
        return properties()
                .find(way)
                .map(
                        list ->
                                list.scalar().filter(text -> !text.isNothing()).isEmpty()
                                        && list.items().stream()
                                                .noneMatch(
                                                        item ->
                                                                item.scalar()
                                                                        .filter(
                                                                                Scalar
                                                                                        ::isPlaceholder)
                                                                        .isPresent()))
                .orElse(true);
    }

    /** Whether the service printed it, so that it exists already. */
    boolean isPrinted() {
        return AzureNames.isPrinted(node());
    }

    /** Whether it is for a preview of the service's interface, which takes more keys. */
    boolean isPreview() {
        return node().text("apiVersion")
                .filter(version -> version.text().endsWith("-preview") || version.isPlaceholder())
                .isPresent();
    }

    Stream<Container> containers() {
        return Stream.concat(workload.containers().stream(), workload.initContainers().stream());
    }

    /** Whether the file itself says that it wants a GPU: by a profile's name or a key. */
    boolean wantsGpu() {
        return workload.gpu().isPresent()
                || containers().anyMatch(container -> container.gpu().isPresent());
    }

    /** The name of its environment, the end of the id. */
    Optional<String> environmentName() {
        return workload.environment()
                .filter(id -> !id.isPlaceholder())
                .map(id -> AzureNames.last(id.text()));
    }
}
