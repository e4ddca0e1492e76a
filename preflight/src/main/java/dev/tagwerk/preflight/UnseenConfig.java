package dev.tagwerk.preflight;

import dev.tagwerk.formats.Container;
import dev.tagwerk.formats.Scalar;
import dev.tagwerk.formats.Workload;
import java.util.List;
import java.util.regex.Pattern;

/** Whether a job's words name a configuration that nobody has shown us: it may say anything. */
final class UnseenConfig {
    private static final Pattern OPTION =
            Pattern.compile(
                    "(?s)--?(?:c|cfg|conf|config|config[-_](?:file|path|name|dir)|recipe|args[-_]file)"
                            + "(?:=.*)?");
    private static final Pattern FILE = Pattern.compile("(?s)@?[^\\s=]+\\.(?:ya?ml|toml|json)");
    private static final Pattern IN_SCRIPT =
            Pattern.compile("(?s)\\s(?:" + OPTION.pattern() + "|" + FILE.pattern() + ")");
    private static final int LONGEST = 10_000;

    private UnseenConfig() {}

    static boolean isNamed(Subject subject, Workload workload) {
        boolean seen =
                subject.documents().stream().anyMatch(one -> !one.settings().isEmpty())
                        || subject.beside().stream().anyMatch(one -> !one.settings().isEmpty());
        return !seen && workload.containers().stream().anyMatch(UnseenConfig::names);
    }

    private static boolean names(Container container) {
        List<Scalar> words = container.words();
        for (int index = 0; index < words.size(); index++) {
            String word = words.get(index).text();
            boolean valueOfOption = index > 0 && words.get(index - 1).text().startsWith("-");
            if (OPTION.matcher(word).matches()
                    || (!valueOfOption && FILE.matcher(word).matches())
                    || (word.indexOf(' ') >= 0
                            && word.length() < LONGEST
                            && IN_SCRIPT.matcher(word).find())) {
                return true;
            }
        }
        return false;
    }
}
