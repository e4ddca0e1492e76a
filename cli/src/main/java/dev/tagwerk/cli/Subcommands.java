package dev.tagwerk.cli;

import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * The table of commands, in the order of {@code --help}. A new command is a line here and a class
 * beside it.
 */
final class Subcommands {
    static final List<Subcommand> ALL =
            List.of(
                    new Subcommand(
                            "demo",
                            "a model learns a game of dice, on this machine",
                            DemoCommand::new),
                    new Subcommand(
                            "init", "write a job for a data file of yours", InitCommand::new),
                    new Subcommand(
                            "import",
                            "write a job for a configuration of axolotl, LLaMA-Factory or TRL",
                            ImportCommand::new),
                    new Subcommand(
                            "data",
                            "check, convert, push, list, show data files",
                            DataCommand::new),
                    new Subcommand(
                            "check",
                            "say what will go wrong with a job, whoever's tool it is for",
                            CheckCommand::new),
                    new Subcommand("rules", "what check knows of, rule by rule", RulesCommand::new),
                    new Subcommand(
                            "memory", "say how much memory a job will take", MemoryCommand::new),
                    new Subcommand(
                            "offers",
                            "GPUs to rent, ranked by price, and where they may not be",
                            OffersCommand::new),
                    new Subcommand(
                            "quote",
                            "say what a job will take and cost on every offer, as a range",
                            QuoteCommand::new),
                    new Subcommand(
                            "plan",
                            "the quote as a page to show around: what, where, which law, how much",
                            PlanCommand::new),
                    new Subcommand(
                            "price",
                            "say what a machine costs for a time, before and after the free grant",
                            PriceCommand::new),
                    new Subcommand(
                            "prices",
                            "list every price that is known; refresh: read today's",
                            PricesCommand::new),
                    new Subcommand(
                            "cost",
                            "grant: what is left of the month's free grant, and who had it",
                            CostCommand::new),
                    new Subcommand("run", "train, and watch; Ctrl-C detaches", RunCommand::new),
                    new Subcommand(
                            "runs",
                            "list, show, attach, logs, stop, resume, export",
                            RunsCommand::new),
                    new Subcommand(
                            "evaluate",
                            "measure a model beside its base, on rows it has not seen",
                            EvaluateCommand::new),
                    new Subcommand(
                            "calibrate",
                            "fit how sure a decision model says it is",
                            CalibrateCommand::new),
                    new Subcommand("ask", "put a question to a decision model", AskCommand::new),
                    new Subcommand("generate", "let a model continue a text", GenerateCommand::new),
                    new Subcommand("models", "list, show, pull, merge, export", ModelsCommand::new),
                    new Subcommand(
                            "images",
                            "show what is in a container image, build our own, without Docker",
                            ImagesCommand::new),
                    new Subcommand(
                            "probe",
                            "say what this machine can do, and what will go wrong on it",
                            ProbeCommand::new),
                    new Subcommand(
                            "drill",
                            "prove that a job resumes: kill it, resume it, compare",
                            DrillCommand::new),
                    new Subcommand(
                            "schema",
                            "print the JSON Schema of job files, for editors",
                            SchemaCommand::new),
                    new Subcommand(
                            "version",
                            "print versions and what was found on this machine",
                            VersionCommand::new));

    private Subcommands() {}

    static Optional<Subcommand> named(String name) {
        for (Subcommand command : ALL) {
            if (command.name().equals(name)) {
                return Optional.of(command);
            }
        }
        return Optional.empty();
    }

    /** The command whose name is nearest to a mistyped one, when it is near enough to be meant. */
    static Optional<String> nearest(String typed) {
        return nearest(typed, ALL.stream().map(Subcommand::name).toList());
    }

    /** The nearest of some names, when it is near enough to be meant. */
    static Optional<String> nearest(String typed, Collection<String> names) {
        String best = "";
        int distance = Integer.MAX_VALUE;
        for (String name : names) {
            int now = distance(typed, name);
            if (now < distance) {
                distance = now;
                best = name;
            }
        }
        return distance <= Math.max(2, typed.length() / 3) && distance < typed.length()
                ? Optional.of(best)
                : Optional.empty();
    }

    /** Levenshtein's distance. */
    private static int distance(String from, String to) {
        int[] row = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int substituted = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(substituted, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[to.length()];
    }
}
