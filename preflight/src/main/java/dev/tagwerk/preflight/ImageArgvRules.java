package dev.tagwerk.preflight;

import dev.tagwerk.formats.Container;
import dev.tagwerk.formats.Platform;
import dev.tagwerk.formats.Scalar;
import dev.tagwerk.formats.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** What an image and a job together start. */
final class ImageArgvRules {
    private ImageArgvRules() {}

    static Map<String, Check> checks() {
        return Map.of(
                "TW-IMG-001", ImageArgvRules::entrypointReplaced,
                "TW-IMG-002", ImageArgvRules::whatRuns,
                "TW-IMG-003", ImageArgvRules::initTakesArguments);
    }

    private static List<String> words(Optional<Words> words) {
        return words.map(Words::words).orElse(List.of()).stream().map(Scalar::text).toList();
    }

    /** The words that the platform will run; the rules are those of each runtime. */
    private static List<String> argv(ImageView image) {
        List<String> entrypoint = image.words("config.entrypoint");
        List<String> cmd = image.words("config.cmd");
        List<String> argv = new ArrayList<>();
        Container container = image.container().orElse(null);
        if (container == null) {
            argv.addAll(entrypoint);
            argv.addAll(cmd);
            return argv;
        }
        if (container.script().isPresent()) {
            argv.addAll(List.of("bash", "-c", container.script().get().text()));
            return argv;
        }
        List<String> command = words(container.command());
        List<String> args = words(container.args());
        boolean keepsEntrypoint = platform(image) == Platform.OVH_AI || command.isEmpty();
        argv.addAll(keepsEntrypoint ? entrypoint : command);
        if (!args.isEmpty()) {
            argv.addAll(args);
        } else if (keepsEntrypoint) {
            argv.addAll(cmd);
        }
        return argv;
    }

    private static Platform platform(ImageView image) {
        return image.workload().map(one -> one.platform()).orElse(Platform.DOCKER);
    }

    static String shown(List<String> words) {
        return words.stream()
                .map(word -> "\"" + dev.tagwerk.spec.Shown.oneLine(word) + "\"")
                .collect(Collectors.joining(", ", "[", "]"));
    }

    private static void entrypointReplaced(Subject subject, Findings findings) {
        ImageView.of(subject)
                .filter(image -> platform(image) != Platform.OVH_AI)
                .filter(image -> !image.words("config.entrypoint").isEmpty())
                .forEach(
                        image ->
                                image.container()
                                        .flatMap(Container::command)
                                        .filter(command -> !command.words().isEmpty())
                                        .filter(command -> !command.shell())
                                        .ifPresent(command -> replaced(image, command, findings)));
    }

    private static void replaced(ImageView image, Words command, Findings findings) {
        List<String> entrypoint = image.words("config.entrypoint");
        List<String> words = words(Optional.of(command));
        String first = words.getFirst();
        if (first.isBlank() || program(first).equals(program(entrypoint.getFirst()))) {
            return;
        }
        String what =
                "command replaces the image's ENTRYPOINT "
                        + shown(entrypoint)
                        + "; what runs is "
                        + shown(argv(image));
        boolean open = Entrypoints.handsOn(entrypoint) || Entrypoints.isBareInterpreter(entrypoint);
        List<String> asArgs = new ArrayList<>();
        if (first.startsWith("-") && open) {
            // args take CMD's place, which names the program here
            asArgs.addAll(image.words("config.cmd"));
        }
        asArgs.addAll(words);
        asArgs.addAll(words(image.container().flatMap(Container::args)));
        if (asArgs.getFirst().startsWith("-") && Entrypoints.handsOn(entrypoint)) {
            findings.add(
                    command.node(), what, "a command that begins with the program to be started");
        } else if (Entrypoints.handsOn(entrypoint)
                || !Entrypoints.startsAProgram(first, entrypoint)) {
            findings.add(command.node(), what, "command: [] and args: " + shown(asArgs));
        } else {
            findings.note(command.node(), what, "nothing, if that is meant");
        }
    }

    private static void whatRuns(Subject subject, Findings findings) {
        ImageView.of(subject)
                .filter(image -> !argv(image).isEmpty())
                .forEach(
                        image ->
                                findings.note(
                                        image.at("config.entrypoint"),
                                        "what runs is " + shown(argv(image)),
                                        "nothing, if that is meant"));
    }

    private static void initTakesArguments(Subject subject, Findings findings) {
        ImageView.of(subject)
                .forEach(
                        image -> {
                            List<String> argv = argv(image);
                            if (argv.size() < 2
                                    || !Entrypoints.INITS.contains(program(argv.getFirst()))) {
                                return;
                            }
                            int entrypoint = image.words("config.entrypoint").size();
                            boolean own =
                                    image.container()
                                            .flatMap(Container::command)
                                            .filter(words -> !words.words().isEmpty())
                                            .isPresent();
                            int next =
                                    own
                                            ? words(image.container().get().command()).size()
                                            : entrypoint;
                            if (argv.size() > next
                                    && argv.get(next).startsWith("-")
                                    && !argv.subList(0, next + 1).contains("--")) {
                                findings.add(
                                        image.container()
                                                .flatMap(Container::args)
                                                .map(Words::node)
                                                .orElse(image.at("config.entrypoint")),
                                        program(argv.getFirst())
                                                + " takes `"
                                                + argv.get(next)
                                                + "` for an option of its own: what runs is "
                                                + shown(argv));
                            }
                        });
    }

    static String program(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }
}
