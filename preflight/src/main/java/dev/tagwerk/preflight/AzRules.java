package dev.tagwerk.preflight;

import dev.tagwerk.formats.AzCommands;
import dev.tagwerk.formats.CommandWords;
import dev.tagwerk.formats.Format;
import dev.tagwerk.formats.Scalar;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** What goes wrong in command lines of the Azure CLI that start containers. */
final class AzRules {
    private static final Set<String> BESIDE_YAML =
            Set.of(
                    "--yaml",
                    "--name",
                    "-n",
                    "--resource-group",
                    "-g",
                    "--no-wait",
                    "--output",
                    "-o",
                    "--query",
                    "--subscription",
                    "--only-show-errors",
                    "--verbose",
                    "--debug",
                    "--environment",
                    "--yes",
                    "-y");

    private AzRules() {}

    static Map<String, Check> checks() {
        return Map.of(
                "TW-CLI-001", AzRules::eatenWord,
                "TW-CLI-002", AzRules::besideYaml,
                "TW-CLI-003", AzRules::startWithoutImage);
    }

    private static Stream<CommandWords> commands(Subject subject) {
        return subject.own(Format.SHELL)
                .flatMap(document -> document.commands().stream())
                .filter(words -> words.startsWith("az", "containerapp"));
    }

    /** argparse takes a word with a dash for an option, except where it holds a blank. */
    private static void eatenWord(Subject subject, Findings findings) {
        commands(subject)
                .filter(words -> words.option("--yaml").isEmpty())
                .forEach(
                        words ->
                                Stream.of("--args", "--command", "--startup-command")
                                        .forEach(option -> eatenWord(words, option, findings)));
    }

    private static void eatenWord(CommandWords words, String option, Findings findings) {
        words.list(AzCommands.OPTIONS, option).stream()
                .filter(word -> eaten(words, word, option))
                .findFirst()
                .ifPresent(
                        word ->
                                findings.add(
                                        word,
                                        "az takes `"
                                                + word.text()
                                                + "` for an option of its own, not for a word of "
                                                + option
                                                + ", and ends with \"unrecognized arguments\"",
                                        "az containerapp "
                                                + (words.startsWith("az", "containerapp", "job")
                                                        ? "job "
                                                        : "")
                                                + "create --yaml job.yaml, with the words as a YAML"
                                                + " list under args"));
    }

    private static boolean eaten(CommandWords words, Scalar word, String option) {
        // argparse hands on what stands behind = in the same word, whatever it begins with
        boolean joined =
                words.words().stream()
                        .anyMatch(
                                one ->
                                        one.path().equals(word.path())
                                                && one.text().startsWith(option + "="));
        return !joined
                && word.text().length() > 1
                && word.text().startsWith("-")
                && word.text().indexOf(' ') < 0
                && !word.text().matches("-\\d+(\\.\\d*)?");
    }

    private static void besideYaml(Subject subject, Findings findings) {
        commands(subject)
                .filter(words -> words.option("--yaml").isPresent())
                .forEach(
                        words -> {
                            List<Scalar> passedOver =
                                    words.words().stream()
                                            .filter(
                                                    word ->
                                                            AzCommands.OPTIONS.contains(word.text())
                                                                    && !BESIDE_YAML.contains(
                                                                            word.text()))
                                            .toList();
                            passedOver.forEach(
                                    word ->
                                            findings.add(
                                                    word,
                                                    word.text()
                                                            + " stands beside --yaml and is passed"
                                                            + " over",
                                                    "put it into the YAML file and delete it here"));
                        });
    }

    /** Releases before pull request 32743 (February 2026) send the template only with an image. */
    private static void startWithoutImage(Subject subject, Findings findings) {
        commands(subject)
                .filter(words -> words.startsWith("az", "containerapp", "job", "start"))
                .filter(words -> words.option("--image", "-i", "--yaml").isEmpty())
                .forEach(
                        words ->
                                words.option(
                                                "--command",
                                                "--args",
                                                "--env-vars",
                                                "--cpu",
                                                "--memory")
                                        .ifPresent(
                                                word ->
                                                        findings.add(
                                                                word,
                                                                word.text()
                                                                        + " without --image is"
                                                                        + " passed over by az"
                                                                        + " releases before"
                                                                        + " February 2026: the"
                                                                        + " job's own command runs",
                                                                "add --image with the job's image")));
    }
}
