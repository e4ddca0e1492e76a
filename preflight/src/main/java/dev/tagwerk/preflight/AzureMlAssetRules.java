package dev.tagwerk.preflight;

import dev.tagwerk.formats.Mount;
import dev.tagwerk.formats.Scalar;
import dev.tagwerk.formats.Volume;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Data, models and environments that Azure ML's jobs name. */
final class AzureMlAssetRules {
    private static final Pattern WRITES =
            Pattern.compile(
                    "(?:--(?:output|save|checkpoint|out|log|logging)[-_](?:dir|path|folder)"
                            + "|--output)(?:=|\\s+)[\"']?"
                            + "\\$\\{\\{\\s*inputs\\.([A-Za-z0-9_-]+)\\s*\\}\\}"
                            + "|(?<![-=])>{1,2}\\s*[\"']?\\$\\{\\{\\s*inputs\\.([A-Za-z0-9_-]+)\\s*\\}\\}");

    private AzureMlAssetRules() {}

    static Map<String, Check> checks() {
        return Map.of(
                "TW-AML-011", AzureMlAssetRules::unpinned,
                "TW-AML-015", AzureMlAssetRules::readOnlyInput);
    }

    private static void unpinned(Subject subject, Findings findings) {
        subject.documents().stream()
                .filter(document -> document.format().name().startsWith("AZURE_ML_"))
                .flatMap(document -> document.root().walk())
                .flatMap(node -> node.scalar().stream())
                .filter(text -> text.text().startsWith("azureml:"))
                .filter(
                        text ->
                                text.text().contains("/labels/")
                                        || text.text().matches("azureml:[^/@:]{1,255}@[\\w.-]+"))
                .forEach(
                        text ->
                                findings.add(
                                        text,
                                        Spoken.quoted(text)
                                                + " is another thing as soon as somebody registers a"
                                                + " new version",
                                        pinned(text.text())));
    }

    private static String pinned(String text) {
        int label = text.indexOf("/labels/");
        return label >= 0
                ? text.substring(0, label) + "/versions/VERSION"
                : text.substring(0, text.indexOf('@')) + ":VERSION";
    }

    private static void readOnlyInput(Subject subject, Findings findings) {
        AzureMlRun.of(subject)
                .forEach(
                        run ->
                                run.command()
                                        .ifPresent(
                                                command -> readOnlyInput(run, command, findings)));
    }

    private static void readOnlyInput(AzureMlRun run, Scalar command, Findings findings) {
        Matcher writes = WRITES.matcher(command.text());
        while (writes.find()) {
            String name = writes.group(1) == null ? writes.group(2) : writes.group(1);
            for (Mount mount : run.workload().containers().getFirst().mounts()) {
                if (!mount.volume().equals("inputs." + name) || !mount.readOnly()) {
                    continue;
                }
                boolean copied =
                        run.workload()
                                .volume(mount)
                                .filter(volume -> volume.type() == Volume.Type.COPIED_OBJECTS)
                                .isPresent();
                findings.add(
                        Severity.ERROR,
                        command,
                        AzureMlReferenceRules.at(command, "inputs." + name),
                        copied
                                ? "what is written into the downloaded input "
                                        + name
                                        + " stays on the machine and is lost with it"
                                : "the input " + name + " is mounted read-only, and is written to",
                        "outputs: {"
                                + name
                                + ": {type: uri_folder, mode: rw_mount}} and ${{outputs."
                                + name
                                + "}}");
            }
        }
    }
}
