package dev.tagwerk.formats;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * {@code ovhai job run} and {@code ovhai app run}. The options are those that OVHcloud's guide to
 * its command line prints (ovh/docs, cli_15_commands_reference).
 */
public final class OvhCommands implements CommandReader {
    /** Options that stand alone; all others take one value. */
    private static final Set<String> FLAGS =
            Set.of(
                    "--unsecure-http",
                    "--help",
                    "-h",
                    "--timeout-auto-restart",
                    "--read-user",
                    "--no-wait");

    @Override
    public Optional<Workload> read(CommandWords words) {
        boolean job = words.startsWith("ovhai", "job", "run");
        boolean app = words.startsWith("ovhai", "app", "run");
        if (!job && !app) {
            return Optional.empty();
        }
        int separator = separator(words);
        CommandWords options = new CommandWords(words.node(), words.words().subList(0, separator));
        List<Scalar> command =
                separator < words.words().size()
                        ? words.words().subList(separator + 1, words.words().size())
                        : List.of();
        return Optional.of(workload(options, command, job));
    }

    /** Where {@code --} stands; the end where it does not. */
    private static int separator(CommandWords words) {
        for (int index = 0; index < words.words().size(); index++) {
            if (words.words().get(index).text().equals("--")) {
                return index;
            }
        }
        return words.words().size();
    }

    /** The words that are no options: the image, and a command without {@code --}. */
    public static List<Scalar> positional(CommandWords words) {
        List<Scalar> positional = new ArrayList<>();
        int end = separator(words);
        for (int index = 3; index < end; index++) {
            String word = words.words().get(index).text();
            if (!word.startsWith("-")) {
                positional.add(words.words().get(index));
            } else if (!FLAGS.contains(word) && word.indexOf('=') < 0) {
                index++;
            }
        }
        return positional;
    }

    private static Workload workload(CommandWords words, List<Scalar> command, boolean job) {
        List<Scalar> positional = positional(words);
        List<Volume> volumes = new ArrayList<>();
        List<Mount> mounts = new ArrayList<>();
        for (Scalar volume : words.values("--volume", "-v")) {
            volume(volume, volumes.size(), volumes, mounts);
        }
        List<Scalar> rest = new ArrayList<>();
        if (positional.size() > 1) {
            // options behind the command's first word are meant for it, with or without `--`
            int start = words.words().indexOf(positional.get(1));
            rest.addAll(words.words().subList(start, words.words().size()));
        }
        rest.addAll(command);
        Optional<Words> args =
                rest.isEmpty()
                        ? Optional.empty()
                        : Optional.of(new Words(words.node(), rest, false));
        return new Workload(
                Platform.OVH_AI,
                job ? Workload.Kind.JOB : Workload.Kind.SERVICE,
                words.node(),
                words.value("--name", "-n"),
                Optional.empty(),
                words.value("--flavor", "-f"),
                words.value("--gpu", "-g", "--flavor-count")
                        .map(gpu -> new Gpus(gpu.asWhole(), Optional.empty(), gpu)),
                List.of(
                        new Container(
                                words.node(),
                                Optional.empty(),
                                positional.stream().findFirst(),
                                Optional.empty(),
                                args,
                                Optional.empty(),
                                words.values("--env", "-e").stream()
                                        .flatMap(word -> Values.assignment(word, "").stream())
                                        .toList(),
                                words.value("--cpu", "-c").flatMap(Values::cores),
                                Optional.empty(),
                                Optional.empty(),
                                mounts,
                                List.of(),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty())),
                List.of(),
                volumes,
                words.value("--timeout", "-t")
                        .flatMap(
                                word ->
                                        Quantities.duration(word.text())
                                                .map(time -> new Located<>(time, word))),
                Optional.empty(),
                words.value("--replicas", "--auto-max-replicas").flatMap(Values::whole),
                words.value("--auto-min-replicas").flatMap(Values::whole),
                Optional.empty());
    }

    /** {@code bucket@GRA/prefix:/workspace/data:RO:cache}, {@code https://host/x.git:/code:RO}. */
    private static void volume(Scalar word, int index, List<Volume> volumes, List<Mount> mounts) {
        int end = mounted(word.text());
        if (end < 0) {
            return;
        }
        String source = word.text().substring(0, end);
        boolean git = source.contains("://") || source.endsWith(".git");
        String name = "volume-" + index;
        int at = git ? -1 : source.indexOf('@');
        Optional<Scalar> region =
                at < 0
                        ? Optional.empty()
                        : Optional.of(text(word, source.substring(at + 1).split("/", 2)[0]));
        Volume.Access access = access(permission(word.text()).orElse(""));
        volumes.add(
                new Volume(
                        name,
                        git ? Volume.Type.GIT : Volume.Type.COPIED_OBJECTS,
                        Optional.of(text(word, at < 0 ? source : source.substring(0, at))),
                        access,
                        Optional.empty(),
                        region,
                        word));
        String path = word.text().substring(end + 1).split(":", -1)[0];
        mounts.add(
                new Mount(name, path, access == Volume.Access.READ_ONLY, Optional.empty(), word));
    }

    /** Where the colon before the path stands: an address has one of its own before two slashes. */
    private static int mounted(String volume) {
        int colon = volume.indexOf(":/");
        while (colon >= 0 && volume.startsWith("://", colon)) {
            colon = volume.indexOf(":/", colon + 1);
        }
        return colon;
    }

    /** What a volume's word mounts, as it is written. */
    static String source(String volume) {
        int end = mounted(volume);
        return end < 0 ? volume : volume.substring(0, end);
    }

    /** What a volume's word permits, as it is written. */
    public static Optional<String> permission(String volume) {
        int end = mounted(volume);
        String[] parts = end < 0 ? new String[0] : volume.substring(end + 1).split(":", -1);
        return parts.length > 1 ? Optional.of(parts[1]) : Optional.empty();
    }

    static Volume.Access access(String permission) {
        return switch (permission.toUpperCase(java.util.Locale.ROOT)) {
            case "R", "RO" -> Volume.Access.READ_ONLY;
            case "RW" -> Volume.Access.READ_WRITE;
            case "RWD" -> Volume.Access.READ_WRITE_DELETE;
            default -> Volume.Access.UNKNOWN;
        };
    }

    private static Scalar text(Scalar word, String text) {
        return new Scalar(
                word.source(),
                word.span(),
                word.anchor(),
                word.path(),
                text,
                word.style(),
                word.dialect());
    }
}
