package dev.tagwerk.preflight;

import dev.tagwerk.formats.Node;
import dev.tagwerk.formats.Scalar;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** What starts a Container Apps job. */
final class AppsTriggerRules {
    private static final Map<String, String> KEYS =
            Map.of(
                    "manual", "manualTriggerConfig",
                    "schedule", "scheduleTriggerConfig",
                    "event", "eventTriggerConfig");

    private AppsTriggerRules() {}

    static Map<String, Check> checks() {
        return Map.of(
                "TW-ACA-027", AppsTriggerRules::cron,
                "TW-ACA-028", AppsTriggerRules::timeZone,
                "TW-ACA-029", AppsTriggerRules::trigger);
    }

    private static Stream<Scalar> expressions(Subject subject) {
        return ContainerApp.of(subject)
                .flatMap(app -> app.configuration().stream())
                .flatMap(one -> one.text("scheduleTriggerConfig.cronExpression").stream())
                .filter(text -> !text.isPlaceholder());
    }

    private static void cron(Subject subject, Findings findings) {
        expressions(subject)
                .forEach(
                        text ->
                                Cron.fault(text.text())
                                        .ifPresent(
                                                fault ->
                                                        findings.add(
                                                                text,
                                                                "the schedule \""
                                                                        + text.text()
                                                                        + "\" "
                                                                        + fault,
                                                                remedy(text.text()))));
    }

    /** Six fields are five with seconds before them, as other schedulers write them. */
    private static String remedy(String expression) {
        String[] fields = expression.strip().split("\\s+");
        String rest = String.join(" ", List.of(fields).subList(1, fields.length));
        return fields.length == 6 && Cron.fault(rest).isEmpty()
                ? "cronExpression: \"" + rest + "\""
                : "cronExpression: \"MINUTE HOUR DAY MONTH WEEKDAY\", such as \"30 2 * * 1-5\"";
    }

    private static void timeZone(Subject subject, Findings findings) {
        expressions(subject)
                .filter(text -> Cron.fault(text.text()).isEmpty())
                .forEach(
                        text ->
                                Cron.hour(text.text())
                                        .ifPresent(
                                                hour ->
                                                        findings.note(
                                                                text,
                                                                "hour "
                                                                        + hour
                                                                        + " is counted in UTC: "
                                                                        + (hour + 1) % 24
                                                                        + " o'clock in central"
                                                                        + " Europe in winter, "
                                                                        + (hour + 2) % 24
                                                                        + " in summer",
                                                                "the hour in UTC")));
    }

    private static void trigger(Subject subject, Findings findings) {
        ContainerApp.of(subject)
                .filter(ContainerApp::isJob)
                .flatMap(app -> app.configuration().stream())
                .forEach(
                        configuration ->
                                configuration
                                        .text("triggerType")
                                        .ifPresent(type -> trigger(configuration, type, findings)));
    }

    private static void trigger(Node configuration, Scalar type, Findings findings) {
        String key = KEYS.get(type.text().toLowerCase(Locale.ROOT));
        if (key == null) {
            return; // a placeholder, or what the schema's rule reports
        }
        Optional<Node> config = configuration.get(key).filter(AppsTriggerRules::isSomething);
        if (config.isEmpty() && !key.startsWith("manual")) {
            findings.add(
                    type,
                    "triggerType " + type.text() + " needs " + key + ", which is not there",
                    key.startsWith("schedule")
                            ? "scheduleTriggerConfig: {cronExpression: \"0 2 * * *\", parallelism:"
                                    + " 1, replicaCompletionCount: 1}"
                            : "eventTriggerConfig: {scale: {rules: [{name: NAME, type: TYPE,"
                                    + " metadata: {}}]}}");
        }
        KEYS.values().stream()
                .filter(other -> !other.equals(key))
                .flatMap(other -> configuration.get(other).stream())
                .filter(AppsTriggerRules::isSomething)
                .forEach(
                        other ->
                                findings.add(
                                        Severity.WARNING,
                                        other,
                                        other.anchor(),
                                        AzureNames.key(other)
                                                + " has no effect with triggerType "
                                                + type.text(),
                                        "triggerType: "
                                                + triggerOf(AzureNames.key(other))
                                                + ", or no "
                                                + AzureNames.key(other)));
    }

    private static String triggerOf(String key) {
        String word = key.replace("TriggerConfig", "");
        return Character.toUpperCase(word.charAt(0)) + word.substring(1);
    }

    private static boolean isSomething(Node node) {
        return node.scalar().map(scalar -> !scalar.isNothing()).orElse(true);
    }
}
