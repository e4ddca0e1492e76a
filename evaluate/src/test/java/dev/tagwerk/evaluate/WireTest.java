package dev.tagwerk.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tagwerk.data.Option;
import dev.tagwerk.data.QuestionKind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WireTest {
    private static final String REQUEST =
            """
            {"state": {"temperature": 1.0, "town": "Zürich"},
             "questions": {
              "wet": {"type": "noul", "instructions": "It rains.", "criteria": {"true": "water falls"}},
              "who": {"type": "choice", "instructions": {"ask": "Who?"},
                      "criteria": {"b": null, "a": "the\\nfirst"}},
              "how": {"type": "score", "instructions": "How bad?", "criteria": ["fine", "bad"]}}}""";

    @Test
    void readsTheThreeKinds() {
        Map<String, Question> questions = Wire.request(REQUEST).questions();
        assertThat(questions.keySet()).containsExactly("wet", "who", "how");
        Question wet = questions.get("wet");
        assertThat(wet.state()).isEqualTo("{\n  \"temperature\": 1.0,\n  \"town\": \"Zürich\"\n}");
        assertThat(wet.options())
                .containsExactly(
                        Option.noulDefaults().getFirst(), new Option("true", "water falls"));
        Question who = questions.get("who");
        assertThat(who.kind()).isEqualTo(QuestionKind.CHOICE);
        assertThat(who.instructions()).isEqualTo("{\n  \"ask\": \"Who?\"\n}");
        assertThat(who.options())
                .containsExactly(new Option("b", ""), new Option("a", "the\nfirst"));
        assertThat(questions.get("how").options())
                .containsExactly(new Option("0", "fine"), new Option("1", "bad"));
    }

    @Test
    void namesEveryProblemAtOnce() {
        assertThatThrownBy(
                        () ->
                                Wire.request(
                                        """
                                        {"questions": {"a": {"type": "maybe"},
                                          "b": {"type": "choice", "instructions": "x", "criteria": {"one": null}},
                                          "c": {"type": "score", "criteria": []},
                                          "d": {"type": "choice", "instructions": "x", "criteria": {"": null, "y": null}}}}"""))
                .hasMessageContaining("`state` is missing")
                .hasMessageContaining("questions.a: `type` must be noul, choice or score")
                .hasMessageContaining("questions.b: options: a choice takes 2 to 255, not 1")
                .hasMessageContaining("questions.c: `instructions` is missing")
                .hasMessageContaining("questions.d: option name is empty");
    }

    @Test
    void hostileRequestsAreRefused() {
        for (String json :
                List.of(
                        "",
                        "[]",
                        "{\"state\": \"\", \"questions\": {}}",
                        "{\"state\": \"\", \"questions\": 7}",
                        "[".repeat(5000),
                        "{\"state\": 1, \"state\": 2}")) {
            assertThatThrownBy(() -> Wire.request(json)).isInstanceOf(EvaluateException.class);
        }
    }

    @Test
    void writesTheThreeKinds() throws Exception {
        Map<String, Answer> answers = new LinkedHashMap<>();
        answers.put("wet", new Answer.Noul(0.75));
        answers.put("who", new Answer.Choice("a", List.of("b", "a"), List.of(0.25, 0.75), 0.5));
        answers.put(
                "how", new Answer.Score(0.75, List.of("fine", "bad"), List.of(0.25, 0.75), 0.4));
        JsonNode root = new ObjectMapper().readTree(Wire.response("m", answers, 42, 7));
        assertThat(root.path("answers").path("wet").toString())
                .isEqualTo("{\"type\":\"noul\",\"noul\":0.75}");
        assertThat(root.path("answers").path("who").toString())
                .isEqualTo(
                        "{\"type\":\"choice\",\"choice\":\"a\",\"probabilities\":{\"b\":0.25,\"a\":0.75},"
                                + "\"confidence\":0.5}");
        assertThat(root.path("answers").path("how").toString())
                .isEqualTo(
                        "{\"type\":\"score\",\"score\":0.75,\"legend\":{\"0\":\"fine\",\"1\":\"bad\"},"
                                + "\"probabilities\":{\"0\":0.25,\"1\":0.75},\"confidence\":0.4}");
        assertThat(root.path("usage").toString())
                .isEqualTo("{\"input_tokens\":42,\"output_tokens\":0}");
        assertThat(root.path("latency_ms").intValue()).isEqualTo(7);
    }
}
