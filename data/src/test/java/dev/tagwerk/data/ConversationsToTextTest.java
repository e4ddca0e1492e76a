package dev.tagwerk.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tagwerk.modelfiles.ChatMessage;
import dev.tagwerk.modelfiles.ChatTemplate;
import dev.tagwerk.modelfiles.ModelFilesException;
import dev.tagwerk.spec.ChatTemplateRef;
import dev.tagwerk.spec.Columns;
import dev.tagwerk.spec.DataFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Conversations as text are what transformers writes of them. */
class ConversationsToTextTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    @TempDir private Path folder;

    static List<String> names() {
        return ChatCases.names();
    }

    @ParameterizedTest
    @MethodSource("names")
    void theTextsAreThoseOfTransformers(String name) throws IOException {
        ChatCases cases = new ChatCases(name);
        List<String> rows = new ArrayList<>();
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < cases.conversations.size(); i++) {
            List<ChatMessage> messages = cases.conversations.get(i);
            // what training can use and the template takes
            if (!cases.expected(i, "text").equals("null")
                    && !cases.expected(i, "learnt").isEmpty()) {
                rows.add(
                        MAPPER.createObjectNode()
                                .set("messages", MAPPER.valueToTree(messages))
                                .toString());
                expected.add(cases.expected(i, "text"));
            }
        }
        assertThat(rows).hasSizeGreaterThanOrEqualTo(60);
        Path from = Files.write(folder.resolve("in.jsonl"), rows);
        Path to = folder.resolve("out.jsonl");
        DataConversion.Report report = convert(from, to, Optional.of(cases.template()));
        assertThat(report.rows()).isEqualTo(rows.size());
        List<String> made = new ArrayList<>();
        for (String line : Files.readAllLines(to)) {
            made.add(ChatCases.told(MAPPER.readTree(line).get("text").textValue()));
        }
        assertThat(made).isEqualTo(expected);
    }

    /** The same exchange, whatever shape it came in. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'messages':[{'role':'user','content':'a'},{'role':'assistant','content':'b'}]}",
                "{'conversations':[{'from':'human','value':'a'},{'from':'gpt','value':'b'}]}",
                "{'instruction':'a','input':'','output':'b'}",
                "{'prompt':'a','completion':'b'}",
                "{'prompt':[{'role':'user','content':'a'}],'completion':[{'role':'assistant','content':'b'}]}"
            })
    void everyShapeOfConversationIsWrittenWithTheTemplate(String row) throws IOException {
        ChatCases cases = new ChatCases("qwen2_5");
        String expected =
                cases.template()
                        .render(
                                List.of(
                                        new ChatMessage("user", "a"),
                                        new ChatMessage("assistant", "b")),
                                false)
                        .text();
        assertThat(text(row, Optional.of(cases.template()))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '#',
            value = {
                "{'prompt':'a','completion':' b'} | a b",
                "{'text':'as it is'} | as it is",
            })
    void withoutATemplateTextsAreJoined(String row, String expected) throws IOException {
        assertThat(text(row, Optional.empty())).isEqualTo(expected);
    }

    @Test
    void turnsThatAreNotToBeLearntAreCounted() throws IOException {
        Path from =
                Files.writeString(
                        folder.resolve("in"),
                        """
                        {"messages":[{"role":"user","content":"a"},{"role":"assistant","content":"b","weight":0},{"role":"user","content":"c"},{"role":"assistant","content":"d"}]}
                        {"messages":[{"role":"user","content":"a"},{"role":"assistant","content":"b"}]}
                        """);
        ChatTemplate template = new ChatCases("built_in_chatml").template();
        assertThat(convert(from, folder.resolve("out"), Optional.of(template)).withheld())
                .isEqualTo(1);
    }

    /** What the template refuses is named like any row without a counterpart. */
    @Test
    void aRefusedConversationIsNamedWithItsRow() throws IOException {
        Path from =
                Files.writeString(
                        folder.resolve("in"),
                        "{\"messages\":[{\"role\":\"user\",\"content\":\"a\"},{\"role\":\"user\","
                                + "\"content\":\"b\"},{\"role\":\"assistant\",\"content\":\"c\"}]}");
        ChatTemplate template = new ChatCases("mistral_v0_1").template();
        assertThatThrownBy(() -> convert(from, folder.resolve("out"), Optional.of(template)))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("line 1 the chat template refuses the conversation")
                .hasMessageContaining("nothing was written");
        assertThat(folder.resolve("out")).doesNotExist();
    }

    /** Undefined would be written as nothing. */
    @Test
    void aTemplateThatNamesSpecialTokensNeedsAModel() {
        assertThatThrownBy(
                        () ->
                                JobTemplate.alone(
                                        new ChatTemplateRef.BuiltIn("llama3"), ChatCases.CLOCK))
                .isInstanceOf(ModelFilesException.class)
                .hasMessageContaining("writes bos_token")
                .hasMessageContaining("--model");
        ChatTemplate alone =
                JobTemplate.alone(new ChatTemplateRef.BuiltIn("chatml"), ChatCases.CLOCK);
        ChatCases cases = new ChatCases("built_in_chatml");
        for (List<ChatMessage> messages : cases.conversations) {
            assertThat(ChatCases.rendered(alone, messages))
                    .isEqualTo(ChatCases.rendered(cases.template(), messages));
        }
    }

    private String text(String row, Optional<ChatTemplate> template) throws IOException {
        Path from = Files.writeString(folder.resolve("in"), row.replace('\'', '"'));
        Path to = folder.resolve("out");
        convert(from, to, template);
        JsonNode made = MAPPER.readTree(to.toFile());
        return made.get("text").textValue();
    }

    private static DataConversion.Report convert(
            Path from, Path to, Optional<ChatTemplate> template) throws IOException {
        return DataConversion.convert(
                new DataConversion.Source(from, DataFormat.AUTO, Columns.none()),
                to,
                new DataConversion.Wanted(DataFormat.TEXT, DataFileKind.JSONL, template),
                false);
    }
}
