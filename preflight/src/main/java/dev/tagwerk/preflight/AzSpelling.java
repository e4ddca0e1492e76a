package dev.tagwerk.preflight;

import dev.tagwerk.formats.Node;
import java.util.Arrays;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Puts what is to be written into a file in the words of an {@code az} command line. */
final class AzSpelling {
    private static final Map<String, String> OPTIONS =
            Map.ofEntries(
                    Map.entry("name", "--name"),
                    Map.entry("location", "--location"),
                    Map.entry("environmentId", "--environment"),
                    Map.entry("workloadProfileName", "--workload-profile-name"),
                    Map.entry("replicaTimeout", "--replica-timeout"),
                    Map.entry("replicaRetryLimit", "--replica-retry-limit"),
                    Map.entry("parallelism", "--parallelism"),
                    Map.entry("replicaCompletionCount", "--replica-completion-count"),
                    Map.entry("cronExpression", "--cron-expression"),
                    Map.entry("minReplicas", "--min-replicas"),
                    Map.entry("maxReplicas", "--max-replicas"));
    private static final Pattern KEY = Pattern.compile("(?s)(\\w+): (.*)");
    private static final Pattern SIZE =
            Pattern.compile("resources: \\{cpu: ([\\d.]+), memory: ([\\w.]+)\\}(.*)");
    private static final Pattern SCHEDULE =
            Pattern.compile("scheduleTriggerConfig: \\{cronExpression: (\"[^\"]*\").*");

    private AzSpelling() {}

    /** Whether a value is said by a command line, where rules expect a file. */
    static boolean concerns(Node node) {
        // a word itself has the path (3)[5]
        return node.path().matches("(?s)\\(\\d+\\)(\\.[A-Za-z].*)?");
    }

    static String of(String write) {
        Matcher size = SIZE.matcher(write);
        if (size.matches()) {
            return "--cpu " + size.group(1) + " --memory " + size.group(2) + size.group(3);
        }
        Matcher schedule = SCHEDULE.matcher(write);
        if (schedule.matches()) {
            return "--cron-expression " + schedule.group(1);
        }
        Matcher key = KEY.matcher(write);
        if (key.matches() && OPTIONS.containsKey(key.group(1))) {
            return OPTIONS.get(key.group(1)) + " " + key.group(2);
        }
        return write;
    }

    /**
     * Of the edits only one that puts another value in a word's place; the others are for trees.
     */
    static Edit[] edits(Node node, Edit... edits) {
        String raw = node.source().text().substring(node.span().start(), node.span().end());
        boolean plain =
                node.scalar()
                        .filter(
                                word ->
                                        raw.equals(word.text())
                                                || raw.equals("\"" + word.text() + "\"")
                                                || raw.equals("'" + word.text() + "'"))
                        .isPresent();
        return Arrays.stream(edits)
                .filter(edit -> plain && edit.span().equals(node.span()))
                .toArray(Edit[]::new);
    }
}
