package dev.tagwerk.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tagwerk.preflight.Coverage;
import dev.tagwerk.preflight.Rule;
import dev.tagwerk.preflight.RuleBook;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        footer = {
            "",
            "What `check` knows of. Without a subcommand: a table of all rules.",
            "",
            "Examples:",
            "  tagwerk rules",
            "  tagwerk rules show TW-CMD-001",
            "  tagwerk rules --coverage        # every known pitfall, and what catches it"
        })
final class RulesCommand implements Callable<Integer> {
    private final Shell shell;
    @Mixin private final HelpOption help = new HelpOption();

    @Option(names = "--coverage", description = "every known pitfall, and what catches it")
    private boolean coverage;

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    RulesCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        if (coverage) {
            coverage(Coverage.all());
        } else if (json) {
            ArrayNode all = Json.array();
            RuleBook.rules().forEach(rule -> all.add(node(rule)));
            Json.print(shell, all);
        } else {
            table();
        }
        return ExitCode.DONE;
    }

    @Command(
            name = "show",
            description = "what a rule is about: why, what to write, source, examples",
            footer = {"", "Example:", "  tagwerk rules show TW-CMD-001"})
    int show(
            @Mixin HelpOption showHelp,
            @Parameters(paramLabel = "ID", arity = "1..*", description = "ids of rules")
                    List<String> ids,
            @Option(names = "--json", description = "print JSON") boolean asJson) {
        List<Rule> rules = ids.stream().map(this::rule).toList();
        if (asJson) {
            ArrayNode all = Json.array();
            rules.forEach(rule -> all.add(node(rule)));
            Json.print(shell, rules.size() == 1 ? all.path(0) : all);
        } else {
            rules.forEach(rule -> shell.out().print(RuleText.terminal(rule)));
        }
        return ExitCode.DONE;
    }

    private Rule rule(String id) {
        return RuleBook.rule(id.toUpperCase(Locale.ROOT))
                .orElseThrow(
                        () ->
                                CommandException.usage(
                                        "there is no rule " + id + ".",
                                        Subcommands.nearest(
                                                        id.toUpperCase(Locale.ROOT),
                                                        RuleBook.rules().stream()
                                                                .map(Rule::id)
                                                                .toList())
                                                .map(near -> "did you mean " + near + "?")
                                                .orElse(""),
                                        shell.command() + " rules"));
    }

    private void table() {
        List<Rule> rules = RuleBook.rules();
        int width = rules.stream().mapToInt(rule -> rule.id().length()).max().orElse(0);
        for (Rule rule : rules) {
            shell.out()
                    .println(
                            String.format(
                                    Locale.ROOT,
                                    "%-" + width + "s  %-7s  %s%s",
                                    rule.id(),
                                    rule.severity().word(),
                                    rule.title(),
                                    rule.fixes() ? "  (--fix)" : ""));
        }
        shell.out().println(rules.size() + " rules");
    }

    private void coverage(List<Coverage> all) {
        if (json) {
            ArrayNode list = Json.array();
            for (Coverage one : all) {
                ObjectNode node =
                        list.addObject().put("pitfall", one.number()).put("title", one.title());
                ArrayNode rules = node.putArray("rules");
                one.rules().forEach(rules::add);
                node.put("otherwise", one.otherwise());
            }
            Json.print(shell, list);
            return;
        }
        for (Coverage one : all) {
            shell.out().println(one.number() + "  " + one.title());
            shell.out().println("     " + RuleText.caughtBy(one));
        }
        long caught = all.stream().filter(one -> !one.rules().isEmpty()).count();
        long excused =
                all.stream()
                        .filter(one -> one.rules().isEmpty() && !one.otherwise().isEmpty())
                        .count();
        shell.out()
                .println(
                        caught
                                + " of "
                                + all.size()
                                + " pitfalls are caught by rules, "
                                + excused
                                + " cannot be seen in a file, "
                                + (all.size() - caught - excused)
                                + " have no rule yet");
    }

    private static ObjectNode node(Rule rule) {
        ObjectNode node =
                Json.object()
                        .put("id", rule.id())
                        .put("title", rule.title())
                        .put("severity", rule.severity().word())
                        .put("why", rule.why())
                        .put("write", rule.write())
                        .put("checked", rule.checked().toString())
                        .put("fixes", rule.fixes());
        ArrayNode pitfalls = node.putArray("pitfalls");
        rule.pitfalls().forEach(pitfalls::add);
        ArrayNode sources = node.putArray("source");
        rule.source().forEach(sources::add);
        rule.bad().files().forEach(node.putObject("bad")::put);
        rule.good().files().forEach(node.putObject("good")::put);
        return node;
    }
}
