package dev.tagwerk.cli;

import dev.tagwerk.data.DataException;
import dev.tagwerk.data.Option;
import dev.tagwerk.data.QuestionKind;
import dev.tagwerk.evaluate.Answer;
import dev.tagwerk.evaluate.Decider;
import dev.tagwerk.evaluate.EvaluateException;
import dev.tagwerk.evaluate.Question;
import dev.tagwerk.evaluate.Wire;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        footer = {
            "",
            "Without a question, reads a request as JSON from stdin:",
            "  {\"state\": ..., \"questions\": {NAME: {\"type\": \"choice\", \"instructions\": ...,",
            "   \"criteria\": {OPTION: DESCRIPTION, ...}}, ...}}",
            "",
            "Examples:",
            "  tagwerk ask last --state @ticket.txt --choice \"Who answers this?\" \\",
            "      --option sales=\"wants to buy\" --option support=\"has a problem\"",
            "  tagwerk ask last --state \"It rains.\" --noul \"The ground is wet.\"",
            "  tagwerk ask last --state @essay.txt --score \"How good is it?\" --option poor --option good",
            "  tagwerk ask last --json < request.json"
        })
final class AskCommand implements Callable<Integer> {
    private static final int MOST_BYTES = 16 << 20;

    private final Shell shell;
    private final InputStream in;
    @Mixin private final HelpOption help = new HelpOption();
    @Mixin private final TunedModel model = new TunedModel();

    @picocli.CommandLine.Option(
            names = "--state",
            paramLabel = "TEXT",
            description = "what the question is about, or @FILE")
    private String state = "";

    @picocli.CommandLine.Option(
            names = "--choice",
            paramLabel = "QUESTION",
            description = "which one of the options?")
    private Optional<String> choice = Optional.empty();

    @picocli.CommandLine.Option(
            names = "--noul",
            paramLabel = "STATEMENT",
            description = "is the statement true?")
    private Optional<String> noul = Optional.empty();

    @picocli.CommandLine.Option(
            names = "--score",
            paramLabel = "QUESTION",
            description = "which of the levels? give them lowest first")
    private Optional<String> score = Optional.empty();

    @picocli.CommandLine.Option(
            names = "--option",
            paramLabel = "NAME[=DESCRIPTION]",
            description =
                    "an option of a choice; a level's text for a score; true=… or false=… for a noul")
    private List<String> options = new ArrayList<>();

    @picocli.CommandLine.Option(names = "--json", description = "print JSON")
    private boolean json;

    AskCommand(Shell shell) {
        this(shell, System.in);
    }

    AskCommand(Shell shell, InputStream in) {
        this.shell = shell;
        this.in = in;
    }

    @Override
    public Integer call() {
        Map<String, Question> questions;
        try {
            questions = questions();
        } catch (EvaluateException | DataException wrong) {
            throw CommandException.usage(
                    String.valueOf(wrong.getMessage()), "", shell.command() + " ask --help");
        }
        try (Decider decider = Decider.open(model.source(shell), model.placement())) {
            long start = System.nanoTime();
            List<Question> fitted = new ArrayList<>();
            int tokens = 0;
            for (Map.Entry<String, Question> named : questions.entrySet()) {
                Question question = decider.fitted(named.getValue());
                if (question.state().length() < named.getValue().state().length()) {
                    shell.err()
                            .println(
                                    "note: the state of `"
                                            + named.getKey()
                                            + "` is too long; its beginning was left out.");
                }
                fitted.add(question);
                tokens += decider.tokens(question);
            }
            List<Answer> answers = decider.answer(fitted);
            long milliseconds = (System.nanoTime() - start) / 1_000_000;
            Map<String, Answer> named = new LinkedHashMap<>();
            int next = 0;
            for (String name : questions.keySet()) {
                named.put(name, answers.get(next++));
            }
            if (json) {
                shell.out().print(Wire.response(model.name(), named, tokens, milliseconds));
            } else {
                AnswerText text = new AnswerText(shell);
                questions.forEach(
                        (name, question) ->
                                text.print(
                                        name,
                                        question,
                                        java.util.Objects.requireNonNull(named.get(name))));
                if (decider.source().head().isEmpty()) {
                    shell.err()
                            .println(
                                    "note: this model has no decision head; read by "
                                            + decider.reading().words()
                                            + ".");
                }
            }
        }
        return ExitCode.DONE;
    }

    private Map<String, Question> questions() {
        int asked =
                (choice.isPresent() ? 1 : 0)
                        + (noul.isPresent() ? 1 : 0)
                        + (score.isPresent() ? 1 : 0);
        if (asked > 1) {
            throw CommandException.usage(
                    "one question at a time: --choice, --noul or --score.",
                    "several questions go as JSON through stdin.",
                    shell.command() + " ask --help");
        }
        if (asked == 0) {
            return fromInput();
        }
        String text = state();
        Question question =
                choice.map(q -> new Question(QuestionKind.CHOICE, text, q, named()))
                        .or(
                                () ->
                                        noul.map(
                                                q ->
                                                        new Question(
                                                                QuestionKind.NOUL,
                                                                text,
                                                                q,
                                                                criteria())))
                        .or(
                                () ->
                                        score.map(
                                                q ->
                                                        new Question(
                                                                QuestionKind.SCORE,
                                                                text,
                                                                q,
                                                                levels())))
                        .orElseThrow();
        return Map.of("answer", question);
    }

    private Map<String, Question> fromInput() {
        if (in == System.in && System.console() != null && System.console().isTerminal()) {
            throw CommandException.usage(
                    "what is the question? Give --choice, --noul or --score.",
                    "stdin is a terminal; a request as JSON comes through a pipe.",
                    shell.command() + " ask --help");
        }
        if (!state.isEmpty() || !options.isEmpty()) {
            throw CommandException.usage(
                    "what is the question? Give --choice, --noul or --score.",
                    "--state and --option go with one of them.",
                    shell.command() + " ask --help");
        }
        try {
            byte[] bytes = in.readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) {
                throw CommandException.usage("the request is larger than 16 MiB.", "", "");
            }
            String request = new String(bytes, StandardCharsets.UTF_8);
            if (request.isBlank()) {
                throw CommandException.usage(
                        "there is no question: neither an option nor a request on stdin.",
                        "",
                        shell.command() + " ask --help");
            }
            return Wire.request(request).questions();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private String state() {
        if (!state.startsWith("@")) {
            return state;
        }
        try {
            return Files.readString(shell.resolve(state.substring(1)));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private List<Option> named() {
        return options.stream()
                .map(
                        option -> {
                            int equals = option.indexOf('=');
                            return equals < 0
                                    ? new Option(option, "")
                                    : new Option(
                                            option.substring(0, equals),
                                            option.substring(equals + 1));
                        })
                .toList();
    }

    private List<Option> criteria() {
        Map<String, Option> given = new LinkedHashMap<>();
        Option.noulDefaults().forEach(option -> given.put(option.name(), option));
        for (Option option : named()) {
            if (given.replace(option.name(), option) == null) {
                throw CommandException.usage(
                        "--option " + option.name() + ": a statement is true or false.",
                        "",
                        shell.command() + " ask --help");
            }
        }
        return List.copyOf(given.values());
    }

    private List<Option> levels() {
        List<Option> levels = new ArrayList<>();
        for (String text : options) {
            levels.add(new Option(String.valueOf(levels.size()), text));
        }
        return levels;
    }
}
