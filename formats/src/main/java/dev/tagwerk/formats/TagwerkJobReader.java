package dev.tagwerk.formats;

import dev.tagwerk.spec.Kind;
import dev.tagwerk.spec.Nearest;
import dev.tagwerk.spec.Word;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Tagwerk's own jobs, as rules see them. Whether their keys are right is told by {@code spec},
 * which reads the file anew; here only what a platform would need is taken from them.
 */
final class TagwerkJobReader implements Reader {
    private static final List<String> WORDS = Arrays.stream(Kind.values()).map(Word::word).toList();

    /** The kinds of today, and those that the language has reserved. */
    private static final List<String> KINDS =
            Stream.concat(WORDS.stream(), Stream.of("batch", "sweep", "service", "pipeline"))
                    .toList();

    @Override
    public Optional<Format> detect(Node root) {
        // Kubernetes' objects have a kind as well
        if (root.get("apiVersion").isPresent()) {
            return Optional.empty();
        }
        Optional<String> kind = root.text("kind").map(Scalar::text);
        boolean exact = kind.filter(WORDS::contains).isPresent();
        // a job that is wrong in its kind, or has none, is still a job: spec says what is wrong
        boolean near = kind.isEmpty() || kind.flatMap(word -> Nearest.to(word, KINDS)).isPresent();
        boolean container = kind.isPresent() && root.text("image").isPresent();
        return exact || (near && (shaped(root) || container))
                ? Optional.of(Format.TAGWERK_JOB)
                : Optional.empty();
    }

    private static boolean shaped(Node root) {
        return root.get("model").flatMap(Node::scalar).isPresent()
                && root.get("data").filter(Fields.class::isInstance).isPresent()
                && (root.get("recipe").isPresent()
                        || root.get("evaluation").isPresent()
                        || root.get("task").isPresent());
    }

    @Override
    public List<Document> read(Format format, Node root) {
        return List.of(new Document(root.source(), format, root, List.of(workload(root))));
    }

    private static Workload workload(Node root) {
        if (root.get("image").isPresent()) {
            return TagwerkContainer.of(root);
        }
        return new Workload(
                Platform.LOCAL,
                Workload.Kind.JOB,
                root,
                root.text("name"),
                Optional.empty(),
                Optional.empty(),
                gpus(root),
                List.of(),
                List.of(),
                List.of(),
                root.text("max_duration")
                        .flatMap(
                                text ->
                                        Quantities.duration(text.text())
                                                .map(value -> new Located<>(value, text))),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    private static Optional<Gpus> gpus(Node root) {
        Optional<Scalar> count = root.text("resources.gpus");
        if (count.isPresent()) {
            return count.map(node -> new Gpus(node.asWhole(), Optional.empty(), node));
        }
        return root.text("resources.device")
                .filter(device -> device.text().equals("cuda"))
                .map(node -> new Gpus(Optional.of(1), Optional.empty(), node));
    }
}
