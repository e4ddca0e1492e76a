package dev.tagwerk.preflight;

import dev.tagwerk.formats.Container;
import dev.tagwerk.formats.Document;
import dev.tagwerk.formats.Format;
import dev.tagwerk.formats.Node;
import dev.tagwerk.formats.Scalar;
import dev.tagwerk.formats.Workload;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * An image that was looked into, and the container that will run it.
 *
 * @param root what {@code images show --json} printed
 * @param workload what starts it; empty when the image is checked by itself
 */
record ImageView(Node root, Optional<Workload> workload, Optional<Container> container) {
    /** Every image that is known, once for each container that runs it. */
    static Stream<ImageView> of(Subject subject) {
        List<Node> images = subject.all(Format.IMAGE).map(Document::root).toList();
        List<Workload> workloads = subject.workloads().toList();
        if (workloads.isEmpty()) {
            return subject.own(Format.IMAGE)
                    .map(own -> new ImageView(own.root(), Optional.empty(), Optional.empty()));
        }
        return workloads.stream()
                .flatMap(
                        workload ->
                                workload.containers().stream()
                                        .flatMap(
                                                container ->
                                                        image(images, workload, container)
                                                                .map(
                                                                        root ->
                                                                                new ImageView(
                                                                                        root,
                                                                                        Optional.of(
                                                                                                workload),
                                                                                        Optional.of(
                                                                                                container)))
                                                                .stream()));
    }

    /** The image of that name; a single image without one of that name is the first container's. */
    private static Optional<Node> image(List<Node> images, Workload workload, Container container) {
        String wanted = container.image().map(Scalar::text).orElse("");
        Optional<Node> named =
                images.stream()
                        .filter(
                                root ->
                                        Stream.of("reference", "source")
                                                .flatMap(key -> root.text(key).stream())
                                                .anyMatch(one -> one.text().equals(wanted)))
                        .findFirst();
        boolean first = workload.containers().getFirst() == container;
        return named.isPresent() || images.size() != 1 || !first
                ? named
                : Optional.of(images.getFirst());
    }

    /** What to point at: the container's image, else the image's own value. */
    Node at(String way) {
        Optional<Node> image = container.flatMap(Container::image).map(scalar -> scalar);
        return image.or(() -> container.map(Container::node)).or(() -> root.find(way)).orElse(root);
    }

    List<String> words(String way) {
        return root.find(way).map(Node::items).orElse(List.of()).stream()
                .flatMap(item -> item.scalar().stream())
                .map(Scalar::text)
                .toList();
    }

    Optional<String> text(String way) {
        return root.text(way).map(Scalar::text).filter(text -> !text.isEmpty());
    }

    Optional<BigDecimal> number(String way) {
        return root.text(way).flatMap(Scalar::asNumber);
    }

    /** Whether all layers were looked into, so that what was not found is not there. */
    boolean complete() {
        return root.text("complete").flatMap(Scalar::asBoolean).orElse(false);
    }

    boolean hasProgram(String... names) {
        return Stream.of(names)
                .anyMatch(
                        name ->
                                root.find("software.programs")
                                        .flatMap(programs -> programs.get(name))
                                        .isPresent());
    }

    /** A Python package's version. */
    Optional<String> python(String name) {
        return root.find("software.python_packages").map(Node::items).orElse(List.of()).stream()
                .filter(
                        one ->
                                one.text("name")
                                        .filter(its -> its.text().equalsIgnoreCase(name))
                                        .isPresent())
                .flatMap(one -> one.text("version").stream())
                .map(Scalar::text)
                .findFirst();
    }

    /** A variable of the container's environment, else of the image's. */
    Optional<String> environment(String name) {
        return container
                .flatMap(one -> one.env(name))
                .map(Scalar::text)
                .or(
                        () ->
                                root.find("config.environment")
                                        .flatMap(environment -> environment.get(name))
                                        .flatMap(Node::scalar)
                                        .map(Scalar::text));
    }

    /** The card that it will meet. */
    Optional<TargetGpu> gpu(Subject subject) {
        return workload.flatMap(one -> TargetGpu.of(subject, one))
                .or(() -> TargetGpu.said(subject));
    }
}
