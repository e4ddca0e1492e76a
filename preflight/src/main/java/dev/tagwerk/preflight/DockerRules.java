package dev.tagwerk.preflight;

import dev.tagwerk.formats.CommandWords;
import dev.tagwerk.formats.DockerCommands;
import dev.tagwerk.formats.Format;
import dev.tagwerk.formats.Node;
import dev.tagwerk.formats.Platform;
import dev.tagwerk.formats.Scalar;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What goes wrong with GPUs in docker run and Compose. */
final class DockerRules {
    /** Options that mean nothing to the programs that people train with, but much to docker. */
    private static final Set<String> DOCKERS =
            Set.of("--gpus", "--shm-size", "--ipc", "--volume", "--rm", "--entrypoint", "--mount");

    private DockerRules() {}

    static Map<String, Check> checks() {
        return Map.of(
                "TW-DKR-001", DockerRules::optionBehindImage,
                "TW-DKR-002", DockerRules::noGpu,
                "TW-DKR-003", DockerRules::noCapabilities);
    }

    private static void optionBehindImage(Subject subject, Findings findings) {
        subject.own(Format.SHELL)
                .flatMap(document -> document.commands().stream())
                .forEach(
                        words ->
                                DockerCommands.image(words)
                                        .ifPresent(
                                                image ->
                                                        optionBehindImage(words, image, findings)));
    }

    private static void optionBehindImage(CommandWords words, int image, Findings findings) {
        List<Scalar> behind = words.words().subList(image + 1, words.words().size());
        boolean shell =
                behind.stream()
                        .anyMatch(
                                word ->
                                        word.text().equals("docker")
                                                || word.text().equals("podman"));
        behind.stream()
                .filter(word -> DOCKERS.contains(word.text().split("=", 2)[0]))
                .filter(word -> !shell)
                .findFirst()
                .ifPresent(
                        word ->
                                findings.add(
                                        word,
                                        word.text()
                                                + " stands behind the image: the program gets it,"
                                                + " docker does not"));
    }

    /** An image of CUDA's that is started without a GPU computes on the processor, or fails. */
    private static void noGpu(Subject subject, Findings findings) {
        subject.workloads()
                .filter(workload -> workload.platform() == Platform.DOCKER)
                .filter(workload -> workload.node().text("runtime").isEmpty())
                .flatMap(workload -> workload.containers().stream())
                .filter(container -> container.gpu().isEmpty())
                .filter(container -> container.env("NVIDIA_VISIBLE_DEVICES").isEmpty())
                .flatMap(container -> container.image().stream())
                .filter(image -> CudaRules.cuda(image.text()).isPresent())
                .forEach(
                        image ->
                                findings.note(
                                        image,
                                        "the image holds CUDA, and no GPU is given to the container",
                                        image.path().startsWith("(")
                                                ? "--gpus all " + image.text()
                                                : "gpus: all"));
    }

    private static void noCapabilities(Subject subject, Findings findings) {
        subject.own(Format.COMPOSE)
                .flatMap(document -> document.root().get("services").stream())
                .flatMap(services -> services.fields().stream())
                .flatMap(
                        service ->
                                service
                                        .value()
                                        .find("deploy.resources.reservations.devices")
                                        .map(Node::items)
                                        .orElse(List.of())
                                        .stream())
                .filter(device -> device.get("capabilities").isEmpty())
                .forEach(
                        device ->
                                findings.add(
                                        device,
                                        "a reserved device needs its capabilities: Compose refuses"
                                                + " the file without them",
                                        "capabilities: [gpu]"));
    }
}
