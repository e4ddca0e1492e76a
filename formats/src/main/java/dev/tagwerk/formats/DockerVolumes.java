package dev.tagwerk.formats;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Docker's two ways to write a volume: {@code source:/target:ro}, and a mapping. */
final class DockerVolumes {
    private DockerVolumes() {}

    static void add(Node node, List<Volume> volumes, List<Mount> mounts) {
        if (node instanceof Scalar word) {
            shortForm(word, volumes, mounts);
            return;
        }
        Optional<Scalar> target = node.text("target");
        boolean readOnly = node.text("read_only").flatMap(Scalar::asBoolean).orElse(false);
        boolean memory = node.text("type").filter(one -> one.text().equals("tmpfs")).isPresent();
        target.ifPresent(
                path ->
                        add(
                                node,
                                node.text("source"),
                                path.text(),
                                readOnly,
                                memory ? Volume.Type.MEMORY : Volume.Type.HOST,
                                volumes,
                                mounts));
    }

    /** {@code --mount type=bind,source=/data,target=/mnt,readonly}. */
    static void mountForm(Scalar word, List<Volume> volumes, List<Mount> mounts) {
        Map<String, String> parts = new HashMap<>();
        for (String part : word.text().split(",", -1)) {
            int equals = part.indexOf('=');
            parts.put(
                    equals < 0 ? part : part.substring(0, equals),
                    equals < 0 ? "true" : part.substring(equals + 1));
        }
        Optional<String> target =
                Stream.of("target", "destination", "dst")
                        .flatMap(key -> Optional.ofNullable(parts.get(key)).stream())
                        .filter(path -> path.startsWith("/"))
                        .findFirst();
        if (target.isEmpty()) {
            return;
        }
        Optional<Scalar> source =
                Stream.of("source", "src")
                        .flatMap(key -> Optional.ofNullable(parts.get(key)).stream())
                        .findFirst()
                        .map(text -> CommandWords.saying(word, text));
        boolean readOnly =
                Stream.of("readonly", "ro").anyMatch(key -> "true".equals(parts.get(key)));
        add(
                word,
                source,
                target.get(),
                readOnly,
                "tmpfs".equals(parts.get("type")) ? Volume.Type.MEMORY : Volume.Type.HOST,
                volumes,
                mounts);
    }

    static void shortForm(Scalar word, List<Volume> volumes, List<Mount> mounts) {
        String[] parts = word.text().split(":", -1);
        if (parts.length < 2 || !parts[1].startsWith("/")) {
            return;
        }
        boolean readOnly = parts.length > 2 && Arrays.asList(parts[2].split(",")).contains("ro");
        Scalar source = CommandWords.saying(word, parts[0]);
        add(word, Optional.of(source), parts[1], readOnly, Volume.Type.HOST, volumes, mounts);
    }

    /** {@code --tmpfs /scratch:rw,size=8g}. */
    static void memory(Scalar word, List<Volume> volumes, List<Mount> mounts) {
        String path = word.text().split(":", 2)[0];
        if (path.startsWith("/")) {
            add(word, Optional.empty(), path, false, Volume.Type.MEMORY, volumes, mounts);
        }
    }

    private static void add(
            Node node,
            Optional<Scalar> source,
            String path,
            boolean readOnly,
            Volume.Type type,
            List<Volume> volumes,
            List<Mount> mounts) {
        String name = "volume-" + volumes.size();
        volumes.add(
                new Volume(
                        name,
                        type,
                        source,
                        readOnly ? Volume.Access.READ_ONLY : Volume.Access.READ_WRITE,
                        Optional.empty(),
                        Optional.empty(),
                        node));
        mounts.add(new Mount(name, path, readOnly, Optional.empty(), node));
    }
}
