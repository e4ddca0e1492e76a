package dev.tagwerk.formats;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** {@code docker run}, {@code podman run} and their {@code create}. */
public final class DockerCommands implements CommandReader {
    /** Options that take no value (docker container run --help, 28.0). */
    private static final Set<String> FLAGS =
            Set.of(
                    "--detach",
                    "--interactive",
                    "--tty",
                    "--rm",
                    "--init",
                    "--privileged",
                    "--read-only",
                    "--no-healthcheck",
                    "--oom-kill-disable",
                    "--publish-all",
                    "--sig-proxy",
                    "--quiet",
                    "--use-api-socket",
                    "--disable-content-trust",
                    "--replace",
                    "--no-hosts");

    @Override
    public Optional<Workload> read(CommandWords words) {
        return image(words).map(index -> workload(words, index));
    }

    /** The index of the image's word; empty when the command runs no container. */
    public static Optional<Integer> image(CommandWords words) {
        boolean docker = words.startsWith("docker") || words.startsWith("podman");
        int start = words.startsWith(first(words), "container") ? 2 : 1;
        if (!docker || words.words().size() <= start) {
            return Optional.empty();
        }
        String verb = words.words().get(start).text();
        if (!verb.equals("run") && !verb.equals("create")) {
            return Optional.empty();
        }
        int index = start + 1;
        while (index < words.words().size()) {
            String word = words.words().get(index).text();
            if (!word.startsWith("-")) {
                return Optional.of(index);
            }
            boolean flag =
                    isFlag(word)
                            || word.indexOf('=') > 0
                            || (word.matches("-[a-zA-Z].+") && !word.startsWith("--"));
            index += flag ? 1 : 2;
        }
        return Optional.empty();
    }

    /** Whether an option takes no value. */
    static boolean isFlag(String word) {
        return FLAGS.contains(word) || word.matches("-[ditPq]+");
    }

    private static String first(CommandWords words) {
        return words.words().isEmpty() ? "" : words.words().getFirst().text();
    }

    private static Workload workload(CommandWords all, int image) {
        CommandWords words = new CommandWords(all.node(), all.words().subList(0, image));
        List<Scalar> rest = all.words().subList(image + 1, all.words().size());
        List<Volume> volumes = new ArrayList<>();
        List<Mount> mounts = new ArrayList<>();
        words.values("-v", "--volume")
                .forEach(word -> DockerVolumes.shortForm(word, volumes, mounts));
        words.values("--mount").forEach(word -> DockerVolumes.mountForm(word, volumes, mounts));
        words.values("--tmpfs").forEach(word -> DockerVolumes.memory(word, volumes, mounts));
        boolean host = words.value("--ipc").filter(one -> one.text().equals("host")).isPresent();
        Optional<Located<Long>> shared =
                words.value("--shm-size")
                        .flatMap(Values::bytes)
                        .or(
                                () ->
                                        host
                                                ? Optional.of(
                                                        new Located<>(Long.MAX_VALUE, all.node()))
                                                : Optional.empty());
        Container container =
                new ContainerDraft(all.node())
                        .name(words.value("--name"))
                        .image(Optional.of(all.words().get(image)))
                        .command(
                                words.value("--entrypoint")
                                        .map(word -> new Words(word, List.of(word), false)))
                        .args(
                                rest.isEmpty()
                                        ? Optional.empty()
                                        : Optional.of(new Words(rest.getFirst(), rest, false)))
                        .env(
                                words.values("-e", "--env").stream()
                                        .flatMap(word -> Values.variable(word).stream())
                                        .toList())
                        .cpu(words.value("--cpus"))
                        .memory(words.value("-m", "--memory"))
                        .gpu(
                                words.option("--gpus", "--device")
                                        .filter(
                                                option ->
                                                        option.text().startsWith("--gpus")
                                                                || words.value("--device")
                                                                        .filter(
                                                                                one ->
                                                                                        one.text()
                                                                                                .contains(
                                                                                                        "nvidia"))
                                                                        .isPresent())
                                        .map(
                                                option ->
                                                        new Gpus(
                                                                words.value("--gpus")
                                                                        .flatMap(Scalar::asWhole),
                                                                Optional.empty(),
                                                                option)))
                        .mounts(mounts)
                        .sharedMemory(shared)
                        .user(words.value("-u", "--user"))
                        .workingDirectory(words.value("-w", "--workdir"))
                        .done();
        return new WorkloadDraft(Platform.DOCKER, Workload.Kind.JOB, all.node())
                .name(words.value("--name"))
                .container(container)
                .volumes(volumes)
                .done();
    }
}
