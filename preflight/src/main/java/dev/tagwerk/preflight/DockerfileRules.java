package dev.tagwerk.preflight;

import dev.tagwerk.formats.Document;
import dev.tagwerk.formats.Field;
import dev.tagwerk.formats.Format;
import dev.tagwerk.formats.Scalar;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** What a Dockerfile tells about the image that will be rented a GPU for. */
final class DockerfileRules {
    private static final Pattern SLIM =
            Pattern.compile("(?i).*(?:-slim|-runtime|-base|alpine|distroless)\\b.*");

    /** Images that are known to bring no compiler; others only sound like them. */
    private static final Pattern SURELY_SLIM =
            Pattern.compile(
                    "(?i)(?:[\\w.-]+/)*(?:(?:python|debian):[^/]*-slim\\b.*"
                            + "|cuda:[^/]*-(?:runtime|base)\\b.*|pytorch:[^/]*-runtime\\b.*"
                            + "|(?:python|node):[^/]*alpine.*|alpine(?::.*)?|[^:]*distroless.*)");

    private static final Pattern COMPILER =
            Pattern.compile("(?s).*\\b(?:build-essential|gcc|g\\+\\+|clang|build-base)\\b.*");
    private static final Pattern NEEDS_COMPILER =
            Pattern.compile(
                    "(?s).*\\b(?:triton|unsloth|bitsandbytes|deepspeed|vllm|flash-attn|liger-kernel"
                            + "|axolotl|torch\\.compile)\\b.*");
    private static final Pattern UNPINNED =
            Pattern.compile(
                    "(?s).*\\bpip3? install\\b(?:(?!&&|;).)*?\\s(torch|transformers|peft|trl|accelerate"
                            + "|vllm|unsloth|bitsandbytes|deepspeed)(?=\\s|$).*");
    private static final Pattern INIT =
            Pattern.compile(
                    "\\[\\s*\"(?:\\S*/)?(?:tini|dumb-init|catatonit)\""
                            + "(?:\\s*,\\s*\"-(?!-\")[^\"]*\")*\\s*]");
    private static final Pattern HUB = Pattern.compile("[a-z0-9_-]+(?:/[a-z0-9._-]+)?(?:[:@].*)?");

    private DockerfileRules() {}

    static Map<String, Check> checks() {
        return Map.of(
                "TW-DKR-010", DockerfileRules::mutableBase,
                "TW-DKR-011", DockerfileRules::noCompiler,
                "TW-DKR-012", DockerfileRules::shellEntrypoint,
                "TW-DKR-013", DockerfileRules::initWithoutSeparator,
                "TW-DKR-014", DockerfileRules::unpinnedPackages,
                "TW-DKR-015", DockerfileRules::anonymousPulls);
    }

    /** An image's stage: what it starts from, and its instructions. */
    private record Stage(Scalar from, List<Field> instructions) {
        String base() {
            return from.text().replaceAll("--\\S+\\s+", "").strip().split("\\s+", 2)[0];
        }

        Optional<String> name() {
            String[] words = from.text().strip().split("\\s+");
            return words.length > 2 && words[words.length - 2].equalsIgnoreCase("as")
                    ? Optional.of(words[words.length - 1])
                    : Optional.empty();
        }
    }

    private static List<Stage> stages(Document document) {
        List<Stage> stages = new ArrayList<>();
        document.root().items().stream()
                .flatMap(instruction -> instruction.fields().stream())
                .forEach(
                        field -> {
                            Optional<Scalar> value = field.value().scalar();
                            if (field.name().equals("FROM") && value.isPresent()) {
                                stages.add(new Stage(value.get(), new ArrayList<>()));
                            } else if (!stages.isEmpty()) {
                                stages.getLast().instructions().add(field);
                            }
                        });
        return stages;
    }

    /** Bases that are images, not stages, variables or nothing. */
    private static List<Stage> images(Document document) {
        List<Stage> stages = stages(document);
        List<String> names = stages.stream().flatMap(stage -> stage.name().stream()).toList();
        return stages.stream()
                .filter(stage -> !names.contains(stage.base()))
                .filter(stage -> stage.base().indexOf('$') < 0 && !stage.base().equals("scratch"))
                .toList();
    }

    /** What the image that each Dockerfile makes starts from. */
    static java.util.stream.Stream<Scalar> lastBases(Subject subject) {
        return subject.own(Format.DOCKERFILE)
                .map(DockerfileRules::stages)
                .filter(stages -> !stages.isEmpty())
                .map(stages -> stages.getLast().from());
    }

    /** What the last stage of each Dockerfile does. */
    static java.util.stream.Stream<List<Field>> lastInstructions(Subject subject) {
        return subject.own(Format.DOCKERFILE)
                .map(DockerfileRules::stages)
                .filter(stages -> !stages.isEmpty())
                .map(stages -> stages.getLast().instructions());
    }

    private static void mutableBase(Subject subject, Findings findings) {
        subject.own(Format.DOCKERFILE)
                .flatMap(document -> images(document).stream())
                .filter(stage -> !stage.base().contains("@sha256:"))
                .forEach(
                        stage ->
                                findings.note(
                                        stage.from(),
                                        stage.base() + " may be another image tomorrow",
                                        "FROM " + stage.base() + "@sha256:DIGEST"));
    }

    /** The last stage is what runs; what is built before it is left behind. */
    private static void noCompiler(Subject subject, Findings findings) {
        subject.own(Format.DOCKERFILE)
                .forEach(
                        document -> {
                            List<Stage> stages = stages(document);
                            String all = document.source().text();
                            if (stages.isEmpty() || !NEEDS_COMPILER.matcher(all).matches()) {
                                return;
                            }
                            Stage last = stages.getLast();
                            boolean compiler =
                                    last.instructions().stream()
                                            .filter(field -> field.name().equals("RUN"))
                                            .flatMap(field -> field.value().scalar().stream())
                                            .anyMatch(
                                                    run -> COMPILER.matcher(run.text()).matches());
                            if (!compiler && SLIM.matcher(last.base()).matches()) {
                                noCompiler(last, findings);
                            }
                        });
    }

    private static void noCompiler(Stage last, Findings findings) {
        boolean surely = SURELY_SLIM.matcher(last.base()).matches();
        findings.add(
                surely ? Severity.ERROR : Severity.NOTE,
                last.from(),
                last.from().anchor(),
                "the image has no C compiler, which Triton needs at the first backward pass: "
                        + last.base()
                        + (surely ? " brings none" : " looks as if it brought none")
                        + " and no RUN installs one",
                RuleTexts.of("TW-DKR-011").write());
    }

    private static void shellEntrypoint(Subject subject, Findings findings) {
        instructions(subject, "ENTRYPOINT")
                .filter(value -> !value.text().strip().startsWith("["))
                .filter(value -> !value.text().isBlank())
                .forEach(
                        value ->
                                findings.add(
                                        value,
                                        "an ENTRYPOINT without brackets runs under a shell: it"
                                                + " drops CMD and every argument, and SIGTERM does"
                                                + " not reach the program",
                                        "ENTRYPOINT " + exec(value.text().strip())));
    }

    private static String exec(String text) {
        return text.matches("[\\w./ =:-]+")
                ? "[\"" + String.join("\", \"", text.split("\\s+")) + "\"]"
                : "[\"/bin/sh\", \"-c\", \"exec …\"]";
    }

    private static void initWithoutSeparator(Subject subject, Findings findings) {
        lastInstructions(subject)
                .forEach(
                        instructions ->
                                last(instructions, "ENTRYPOINT")
                                        .filter(
                                                value ->
                                                        INIT.matcher(value.text().strip())
                                                                .matches())
                                        .ifPresent(
                                                value ->
                                                        withoutSeparator(
                                                                value,
                                                                last(instructions, "CMD"),
                                                                findings)));
    }

    private static Optional<Scalar> last(List<Field> instructions, String name) {
        return instructions.stream()
                .filter(field -> field.name().equals(name))
                .flatMap(field -> field.value().scalar().stream())
                .reduce((first, last) -> last);
    }

    /** A CMD that begins with a program works; only other arguments can go astray. */
    private static void withoutSeparator(
            Scalar value, Optional<Scalar> command, Findings findings) {
        String write = value.text().strip().replaceFirst("\\s*]$", ", \"--\"]");
        boolean works =
                command.filter(
                                words ->
                                        !words.text()
                                                .matches("(?s)\\s*(?:\\[\\s*\"-.*|\\[\\s*]\\s*)?"))
                        .isPresent();
        findings.add(
                works ? Severity.NOTE : Severity.WARNING,
                value,
                value.anchor(),
                works
                        ? "the init process would take arguments that begin with a dash for its own,"
                                + " where a job gives such in CMD's place: `--` is missing"
                        : "the init process takes arguments that begin with a dash for its own:"
                                + " `--` is missing",
                write,
                new Edit(value.source(), value.span(), write));
    }

    private static void unpinnedPackages(Subject subject, Findings findings) {
        instructions(subject, "RUN")
                .filter(run -> run.text().length() < 20_000)
                .forEach(
                        run -> {
                            var matcher = UNPINNED.matcher(run.text());
                            if (matcher.matches()) {
                                findings.note(
                                        run,
                                        matcher.group(1)
                                                + " is installed without a version: the next build"
                                                + " may not fit the driver, the card or the other"
                                                + " packages",
                                        "a lock file: pip install --require-hashes -r"
                                                + " requirements.lock");
                            }
                        });
    }

    private static void anonymousPulls(Subject subject, Findings findings) {
        subject.own(Format.DOCKERFILE)
                .flatMap(document -> images(document).stream())
                .filter(stage -> HUB.matcher(stage.base()).matches())
                .forEach(
                        stage ->
                                findings.note(
                                        stage.from(),
                                        stage.base()
                                                + " comes from Docker Hub, which limits anonymous"
                                                + " pulls by address: shared build machines meet"
                                                + " the limit",
                                        "a mirror of the image in your own registry"));
    }

    private static java.util.stream.Stream<Scalar> instructions(Subject subject, String name) {
        return subject.own(Format.DOCKERFILE)
                .flatMap(document -> document.root().items().stream())
                .flatMap(instruction -> instruction.get(name).stream())
                .flatMap(value -> value.scalar().stream());
    }
}
