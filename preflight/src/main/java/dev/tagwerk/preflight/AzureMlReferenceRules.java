package dev.tagwerk.preflight;

import dev.tagwerk.formats.AzureMl;
import dev.tagwerk.formats.Field;
import dev.tagwerk.formats.Fields;
import dev.tagwerk.formats.Format;
import dev.tagwerk.formats.Node;
import dev.tagwerk.formats.Scalar;
import dev.tagwerk.formats.Span;
import dev.tagwerk.market.Names;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What Azure ML's files refer to in themselves: inputs, outputs, other steps. */
final class AzureMlReferenceRules {
    private static final Pattern EXPRESSION =
            Pattern.compile(
                    "\\$\\{\\{\\s*((?:parent\\.)?(?:inputs|outputs|search_space|jobs))\\."
                            + "([A-Za-z0-9_.-]{1,200})\\s*\\}\\}");

    private AzureMlReferenceRules() {}

    static Map<String, Check> checks() {
        return Map.of(
                "TW-AML-017", AzureMlReferenceRules::undefined,
                "TW-AML-018", AzureMlReferenceRules::unused);
    }

    /** Where a part of a scalar's text stands in the file; the whole where that cannot be told. */
    static Span at(Scalar scalar, String part) {
        int start = scalar.source().text().indexOf(part, scalar.span().start());
        return start < 0 || start + part.length() > scalar.span().end()
                ? scalar.anchor()
                : new Span(start, start + part.length());
    }

    private static void undefined(Subject subject, Findings findings) {
        AzureMlRun.of(subject)
                .forEach(
                        run ->
                                run.command()
                                        .ifPresent(
                                                command -> command(run.job(), command, findings)));
        subject.own(Format.AZURE_ML_PIPELINE)
                .forEach(document -> pipeline(new AzureMl(document.root()), findings));
    }

    private static void command(AzureMl job, Scalar command, Findings findings) {
        for (Expression expression : expressions(command)) {
            if (!expression.kind().startsWith("parent.") && !expression.kind().equals("jobs")) {
                known(
                        expression,
                        names(job, expression.kind()),
                        expression.kind() + " of this job",
                        findings);
            }
        }
    }

    private static void pipeline(AzureMl pipeline, Findings findings) {
        for (Field step : pipeline.fields("jobs")) {
            Node node = step.value();
            node.get("component")
                    .filter(Fields.class::isInstance)
                    .flatMap(component -> component.text("command"))
                    .ifPresent(
                            command ->
                                    command(
                                            new AzureMl(node.get("component").orElse(node)),
                                            command,
                                            findings));
            if (node.get("jobs").isPresent()) {
                pipeline(new AzureMl(node), findings);
            }
            for (Field part : node.fields()) {
                if (Set.of("jobs", "component", "trial", "command").contains(part.name())) {
                    continue;
                }
                part.value()
                        .walk()
                        .flatMap(value -> value.scalar().stream())
                        .flatMap(text -> expressions(text).stream())
                        .filter(expression -> expression.kind().startsWith("parent."))
                        .forEach(expression -> parent(pipeline, expression, findings));
            }
        }
    }

    private static void parent(AzureMl pipeline, Expression expression, Findings findings) {
        String kind = expression.kind().substring("parent.".length());
        known(expression, names(pipeline, kind), kind + " of the pipeline", findings);
        String[] way = expression.name().split("\\.");
        if (kind.equals("jobs") && way.length == 3 && way[1].equals("outputs")) {
            pipeline.find("jobs")
                    .flatMap(jobs -> jobs.get(way[0]))
                    .filter(step -> step.text("command").isPresent())
                    .ifPresent(
                            step ->
                                    known(
                                            expression.inner(way[2]),
                                            names(new AzureMl(step), "outputs"),
                                            "outputs of the step " + way[0],
                                            findings));
        }
    }

    private static void known(
            Expression expression, Set<String> names, String what, Findings findings) {
        String name = expression.name();
        String first = name.indexOf('.') < 0 ? name : name.substring(0, name.indexOf('.'));
        boolean there =
                names.contains(name)
                        || names.contains(first)
                        || names.stream().anyMatch(one -> one.startsWith(name + "."));
        if (there) {
            return;
        }
        Optional<String> nearest = Names.nearest(first, names);
        Scalar scalar = expression.scalar();
        Span whole = at(scalar, expression.text());
        List<Edit> edits =
                nearest
                        .filter(any -> whole.end() - whole.start() == expression.text().length())
                        .map(
                                near ->
                                        new Edit(
                                                scalar.source(),
                                                whole,
                                                expression.text().replace(first, near)))
                        .stream()
                        .toList();
        findings.add(
                Severity.ERROR,
                scalar,
                whole,
                first
                        + " is not among the "
                        + what
                        + (names.isEmpty()
                                ? ": there are none"
                                : ": " + String.join(", ", new java.util.TreeSet<>(names))),
                nearest.map(near -> expression.text().replace(first, near)).orElse(""),
                edits.toArray(Edit[]::new));
    }

    private static Set<String> names(AzureMl job, String way) {
        return job.fields(way).stream().map(Field::name).collect(Collectors.toSet());
    }

    /**
     * A place in a text that something else is put into.
     *
     * @param text as written
     * @param kind {@code inputs}, {@code parent.jobs} and others
     */
    private record Expression(Scalar scalar, String text, String kind, String name) {
        Expression inner(String last) {
            return new Expression(scalar, text, kind, last);
        }
    }

    private static List<Expression> expressions(Scalar scalar) {
        List<Expression> all = new ArrayList<>();
        if (scalar.text().contains("${{")) {
            Matcher matcher = EXPRESSION.matcher(scalar.text());
            while (matcher.find()) {
                all.add(
                        new Expression(
                                scalar, matcher.group(), matcher.group(1), matcher.group(2)));
            }
        }
        return all;
    }

    private static void unused(Subject subject, Findings findings) {
        AzureMlRun.of(subject)
                .forEach(run -> run.command().ifPresent(one -> unused(run, one, findings)));
        subject.own(Format.AZURE_ML_PIPELINE)
                .forEach(document -> unusedByAllSteps(new AzureMl(document.root()), findings));
    }

    private static void unusedByAllSteps(AzureMl pipeline, Findings findings) {
        Set<String> used =
                pipeline.root()
                        .walk()
                        .flatMap(node -> node.scalar().stream())
                        .flatMap(text -> expressions(text).stream())
                        .filter(expression -> expression.kind().equals("parent.inputs"))
                        .map(expression -> expression.name().split("\\.")[0])
                        .collect(Collectors.toSet());
        for (Field input : pipeline.fields("inputs")) {
            if (!used.contains(input.name().split("\\.", 2)[0])) {
                findings.add(
                        input.value(),
                        input.name() + " is handed to none of the steps",
                        "inputs: {" + input.name() + ": ${{parent.inputs." + input.name() + "}}}");
            }
        }
    }

    private static void unused(AzureMlRun run, Scalar command, Findings findings) {
        // the service also sets variables of these names
        String text = command.text().toUpperCase(Locale.ROOT);
        if (text.contains("AZURE_ML_INPUT") || text.contains("AZUREML_SWEEP")) {
            return;
        }
        Set<String> used = new HashSet<>();
        expressions(command)
                .forEach(
                        expression -> {
                            used.add(expression.kind() + "." + expression.name());
                            used.add(expression.kind() + "." + expression.name().split("\\.")[0]);
                        });
        for (String kind : List.of("inputs", "search_space")) {
            for (Field field : run.job().fields(kind)) {
                String first = field.name().split("\\.", 2)[0];
                if (!used.contains(kind + "." + field.name())
                        && !used.contains(kind + "." + first)) {
                    findings.add(
                            field.value(),
                            field.name() + " is nowhere in the command",
                            "--" + field.name() + " ${{" + kind + "." + field.name() + "}}");
                }
            }
        }
    }
}
