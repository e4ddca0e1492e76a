package dev.tagwerk.evaluate;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tagwerk.data.Content;
import dev.tagwerk.data.DataException;
import dev.tagwerk.data.Option;
import dev.tagwerk.data.QuestionKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Requests and answers of the decision format as JSON ({@code POST /v1/systemone}). */
public final class Wire {
    private static final int DEEPEST = 200;
    private static final JsonMapper JSON =
            JsonMapper.builder(
                            JsonFactory.builder()
                                    .streamReadConstraints(
                                            StreamReadConstraints.builder()
                                                    .maxNestingDepth(DEEPEST)
                                                    .build())
                                    .build())
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build();

    private Wire() {}

    /**
     * Named questions about one state.
     *
     * @param questions by name, in the order given
     */
    public record Request(Map<String, Question> questions) {
        public Request {
            questions = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(questions));
            if (questions.isEmpty()) {
                throw new EvaluateException("`questions` must hold at least one question");
            }
        }
    }

    /**
     * Reads a request.
     *
     * @throws EvaluateException naming every problem, one a line
     */
    public static Request request(String json) {
        JsonNode root;
        try {
            root = JSON.readTree(json);
        } catch (JacksonException e) {
            String what = e.getOriginalMessage().replaceAll(" \\(start marker at .*", "");
            JsonLocation at = e.getLocation();
            String where =
                    at == null
                            ? ""
                            : " (line " + at.getLineNr() + ", column " + at.getColumnNr() + ")";
            throw new EvaluateException("the request is no JSON" + where + ": " + what, e);
        }
        if (!root.isObject()) {
            throw new EvaluateException(
                    "the request must be an object with `state` and `questions`");
        }
        List<String> problems = new ArrayList<>();
        if (!root.path("questions").isObject() || root.path("questions").isEmpty()) {
            problems.add("`questions` must be an object with at least one question");
        }
        JsonNode state = root.path("state");
        if (state.isMissingNode() || state.isNull()) {
            problems.add("`state` is missing; it may be empty text");
        }
        Map<String, Question> questions = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> field : root.path("questions").properties()) {
            try {
                questions.put(field.getKey(), question(Content.render(state), field.getValue()));
            } catch (EvaluateException | DataException e) {
                problems.add("questions." + field.getKey() + ": " + e.getMessage());
            }
        }
        if (!problems.isEmpty()) {
            throw new EvaluateException(String.join("\n", problems));
        }
        return new Request(questions);
    }

    private static Question question(String state, JsonNode node) {
        String type = node.path("type").asText("");
        QuestionKind kind =
                QuestionKind.of(type)
                        .orElseThrow(
                                () ->
                                        new EvaluateException(
                                                "`type` must be noul, choice or score, not '"
                                                        + type
                                                        + "'"));
        JsonNode instructions = node.path("instructions");
        if (instructions.isMissingNode() || instructions.isNull()) {
            throw new EvaluateException("`instructions` is missing");
        }
        JsonNode criteria = node.path("criteria");
        List<Option> options =
                switch (kind) {
                    case NOUL -> noul(criteria);
                    case CHOICE -> choice(criteria);
                    case SCORE -> score(criteria);
                };
        return new Question(kind, state, Content.render(instructions), options);
    }

    private static List<Option> noul(JsonNode criteria) {
        List<Option> options = new ArrayList<>();
        for (Option standard : Option.noulDefaults()) {
            JsonNode text = criteria.path(standard.name());
            options.add(
                    text.isMissingNode() || text.isNull()
                            ? standard
                            : new Option(standard.name(), Content.render(text)));
        }
        return options;
    }

    private static List<Option> choice(JsonNode criteria) {
        if (!criteria.isObject()) {
            throw new EvaluateException("`criteria` must be an object of options");
        }
        List<Option> options = new ArrayList<>();
        for (Map.Entry<String, JsonNode> option : criteria.properties()) {
            JsonNode description = option.getValue();
            options.add(
                    new Option(
                            option.getKey(),
                            description.isNull() ? "" : Content.render(description)));
        }
        return options;
    }

    private static List<Option> score(JsonNode criteria) {
        if (!criteria.isArray()) {
            throw new EvaluateException("`criteria` must be a list of levels, lowest first");
        }
        List<Option> options = new ArrayList<>();
        for (JsonNode level : criteria) {
            options.add(new Option(String.valueOf(options.size()), Content.render(level)));
        }
        return options;
    }

    /**
     * Writes answers.
     *
     * @param model the model's name
     * @param answers by question, in order
     * @param inputTokens of all prompts together
     */
    public static String response(
            String model, Map<String, Answer> answers, int inputTokens, long latencyMilliseconds) {
        ObjectNode root = JSON.createObjectNode();
        root.put("model", model);
        ObjectNode named = root.putObject("answers");
        answers.forEach((name, answer) -> answer(answer, named.putObject(name)));
        root.putObject("usage").put("input_tokens", inputTokens).put("output_tokens", 0);
        root.put("latency_ms", latencyMilliseconds);
        return EvaluationJson.pretty(root);
    }

    private static void answer(Answer answer, ObjectNode node) {
        switch (answer) {
            case Answer.Noul noul -> node.put("type", "noul").put("noul", noul.probability());
            case Answer.Choice choice -> {
                node.put("type", "choice").put("choice", choice.choice());
                ObjectNode probabilities = node.putObject("probabilities");
                for (int k = 0; k < choice.options().size(); k++) {
                    probabilities.put(choice.options().get(k), choice.probabilities().get(k));
                }
                node.put("confidence", choice.confidence());
            }
            case Answer.Score score -> {
                node.put("type", "score").put("score", score.score());
                ObjectNode legend = node.putObject("legend");
                ObjectNode probabilities = node.putObject("probabilities");
                for (int level = 0; level < score.legend().size(); level++) {
                    legend.put(String.valueOf(level), score.legend().get(level));
                    probabilities.put(String.valueOf(level), score.probabilities().get(level));
                }
                node.put("confidence", score.confidence());
            }
        }
    }
}
