package dev.tagwerk.preflight;

import dev.tagwerk.formats.Field;
import dev.tagwerk.formats.Items;
import dev.tagwerk.formats.Node;
import dev.tagwerk.formats.Scalar;
import dev.tagwerk.formats.ShellWords;
import dev.tagwerk.market.CudaVersion;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A PyTorch that a Dockerfile's last stage installs with pip, where the command says for which
 * CUDA: by the index it comes from, or by the version's local part.
 *
 * @param word what says so
 */
record InstalledTorch(Scalar word, CudaVersion cuda) {
    private static final Pattern TORCH = Pattern.compile("torch(?:[\\[=<>~!].*)?");
    private static final Pattern BUILD =
            Pattern.compile(
                    "(?:.*=)?https?://download\\.pytorch\\.org/whl/(?:test/|nightly/)?cu(\\d{2})(\\d)/?"
                            + "|torch==[^+]*\\+cu(\\d{2})(\\d)");

    /** The last of each Dockerfile: a later installation replaces an earlier one. */
    static Stream<InstalledTorch> of(Subject subject) {
        return DockerfileRules.lastInstructions(subject)
                .flatMap(
                        instructions ->
                                instructions.stream()
                                        .filter(field -> field.name().equals("RUN"))
                                        .map(Field::value)
                                        .flatMap(run -> run.scalar().stream())
                                        .filter(run -> run.text().contains("torch"))
                                        .map(InstalledTorch::oneLine)
                                        .flatMap(run -> ShellWords.commands(run).stream())
                                        .map(InstalledTorch::words)
                                        .filter(InstalledTorch::installsTorch)
                                        .map(InstalledTorch::build)
                                        .reduce((first, last) -> last)
                                        .flatMap(build -> build)
                                        .stream());
    }

    /** Continued lines are one command; those of a here document are several. */
    private static Scalar oneLine(Scalar run) {
        return run.text().contains("<<")
                ? run
                : new Scalar(
                        run.source(),
                        run.span(),
                        run.anchor(),
                        run.path(),
                        run.text().replace('\n', ' ').replace('\r', ' '),
                        run.style(),
                        run.dialect());
    }

    private static List<Scalar> words(Items command) {
        return command.items().stream().map(Node::scalar).flatMap(Optional::stream).toList();
    }

    private static boolean installsTorch(List<Scalar> words) {
        return words.stream().anyMatch(word -> word.text().matches("(?:.*/)?pip[\\d.]*"))
                && words.stream().anyMatch(word -> word.text().equals("install"))
                && words.stream().anyMatch(word -> TORCH.matcher(word.text()).matches());
    }

    private static Optional<InstalledTorch> build(List<Scalar> words) {
        return words.stream()
                .map(word -> new Found(word, BUILD.matcher(word.text())))
                .filter(found -> found.matcher().matches())
                .flatMap(found -> found.torch().stream())
                .findFirst();
    }

    private record Found(Scalar word, Matcher matcher) {
        Optional<InstalledTorch> torch() {
            int group = matcher.group(1) != null ? 1 : 3;
            return CudaVersion.parse(matcher.group(group) + "." + matcher.group(group + 1))
                    .map(cuda -> new InstalledTorch(word, cuda));
        }
    }
}
