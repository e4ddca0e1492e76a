package dev.tagwerk.preflight;

import dev.tagwerk.formats.Document;
import dev.tagwerk.formats.Format;
import dev.tagwerk.formats.Node;
import dev.tagwerk.formats.Scalar;
import dev.tagwerk.formats.SourceFile;
import dev.tagwerk.formats.Span;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Queries for the output of Container Apps jobs, and where the output goes. */
final class LogRules {
    private static final Pattern TABLE = Pattern.compile("ContainerAppConsoleLogs(_CL)?\\b");
    private static final Pattern BY_NAME =
            Pattern.compile(
                    "ContainerAppName(?:_s)?\\s*(?:==|=~|has|contains|startswith|in)\\s*\\(?"
                            + "\\s*\\\\?[\"']([^\"'\\\\]{0,200})");
    private static final Pattern STARTED =
            Pattern.compile("containerapp\\s+job\\s+(?:start|create|update|execution)");

    private LogRules() {}

    static Map<String, Check> checks() {
        return Map.of(
                "TW-LOG-001", LogRules::byAppName,
                "TW-LOG-002", LogRules::otherTable,
                "TW-LOG-003", LogRules::nowhere);
    }

    /** The texts that may hold queries. */
    private static Stream<SourceFile> queries(Subject subject) {
        return subject.own(Format.LOG_QUERY, Format.SHELL)
                .map(Document::source)
                .distinct()
                .filter(source -> TABLE.matcher(source.text()).find());
    }

    private static void byAppName(Subject subject, Findings findings) {
        Set<String> jobs =
                subject.all(Format.CONTAINER_APPS_JOB)
                        .flatMap(one -> AzureNames.name(one.root()).stream())
                        .collect(Collectors.toSet());
        queries(subject)
                .forEach(
                        source -> {
                            boolean starts = STARTED.matcher(source.text()).find();
                            Matcher matcher = BY_NAME.matcher(source.text());
                            while (matcher.find()) {
                                byAppName(
                                        source,
                                        matcher,
                                        starts || jobs.contains(matcher.group(1)),
                                        findings);
                            }
                        });
    }

    private static void byAppName(
            SourceFile source, Matcher matcher, boolean job, Findings findings) {
        findings.add(
                job ? Severity.WARNING : Severity.NOTE,
                source,
                new Span(matcher.start(), matcher.end()),
                "",
                job
                        ? "a job's rows have no ContainerAppName: this finds nothing"
                        : "if this is a job, its rows have no ContainerAppName",
                "where ContainerGroupName_s startswith \"" + matcher.group(1) + "\"");
    }

    private static void otherTable(Subject subject, Findings findings) {
        Optional<Scalar> destination =
                subject.all(Format.CONTAINER_APPS_ENVIRONMENT)
                        .map(Document::root)
                        .flatMap(
                                root ->
                                        root
                                                .text("properties.appLogsConfiguration.destination")
                                                .stream())
                        .findFirst();
        if (destination.isEmpty()) {
            return;
        }
        boolean custom = destination.get().text().equals("log-analytics");
        if (!custom && !destination.get().text().equals("azure-monitor")) {
            return;
        }
        queries(subject)
                .forEach(
                        source -> {
                            Matcher matcher = TABLE.matcher(source.text());
                            while (matcher.find()) {
                                if ((matcher.group(1) != null) != custom) {
                                    otherTable(source, matcher, custom, findings);
                                }
                            }
                        });
    }

    private static void otherTable(
            SourceFile source, Matcher matcher, boolean custom, Findings findings) {
        String table = "ContainerAppConsoleLogs" + (custom ? "_CL" : "");
        findings.add(
                Severity.WARNING,
                source,
                new Span(matcher.start(), matcher.end()),
                "",
                "the environment's destination "
                        + (custom ? "log-analytics" : "azure-monitor")
                        + " fills the table "
                        + table
                        + ", not "
                        + matcher.group(),
                table + (custom ? " with names such as Log_s" : " with names without _s"));
    }

    private static void nowhere(Subject subject, Findings findings) {
        Stream.concat(
                        subject.own(Format.CONTAINER_APPS_ENVIRONMENT).map(Document::root),
                        ContainerApp.of(subject)
                                .map(app -> new Surroundings(subject, app))
                                .flatMap(around -> around.environment().stream()))
                .distinct()
                .forEach(root -> nowhere(root, findings));
    }

    private static void nowhere(Node root, Findings findings) {
        Optional<Node> logs = root.find("properties.appLogsConfiguration");
        Optional<Node> destination = logs.flatMap(one -> one.get("destination"));
        if (destination
                .flatMap(Node::scalar)
                .filter(
                        one ->
                                one.isNothing()
                                        || one.text().isEmpty()
                                        || one.text().equalsIgnoreCase("none"))
                .isPresent()) {
            findings.add(
                    destination.get(),
                    "the environment keeps no console output: once a job has ended, nothing of it"
                            + " can be read",
                    "az containerapp env update -n ENV -g GROUP --logs-destination log-analytics"
                            + " ..., and a log file on the output share");
        }
    }
}
