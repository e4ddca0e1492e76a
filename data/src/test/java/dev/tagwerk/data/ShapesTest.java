package dev.tagwerk.data;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tagwerk.modelfiles.ChatMessage;
import dev.tagwerk.spec.DataFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The shapes of rows that the field uses. */
class ShapesTest {
    @TempDir Path folder;

    private ReadRows read(String text) throws IOException {
        return DataFile.read(Files.writeString(folder.resolve("rows"), text), DataFormat.AUTO);
    }

    private static ChatMessage said(String role, String content) {
        return new ChatMessage(role, content);
    }

    @Test
    void messagesAreAConversation() throws IOException {
        ReadRows read =
                read(
                        """
                        {"messages":[{"role":"system","content":"s"},{"role":"user","content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]},{"role":"assistant","content":"c"}],"tools":[{"type":"function"}],"id":1}
                        {"messages":[{"role":"user","content":"q","name":"n"},{"role":"assistant","content":"x","tool_calls":[{}]},{"role":"tool","content":"t","tool_call_id":null},{"role":"assistant","content":""}],"tools":null}
                        """);
        assertThat(read.bad()).isEmpty();
        assertThat(read.format()).isEqualTo(DataFormat.MESSAGES);
        assertThat(read.rows().getFirst())
                .isEqualTo(
                        new ChatRow(
                                1,
                                List.of(
                                        said("system", "s"),
                                        said("user", "ab"),
                                        said("assistant", "c"))));
        assertThat(read.ignoredKeys())
                .isEqualTo(
                        Map.of(
                                "tools", 1,
                                "id", 1,
                                "messages[].name", 1,
                                "messages[].tool_calls", 1));
    }

    @Test
    void turnsThatAreNotToBeLearntMayStandAnywhere() throws IOException {
        ReadRows read =
                read(
                        """
                        {"messages":[{"role":"user","content":"a"},{"role":"assistant","content":"b","weight":0},{"role":"user","content":"c"},{"role":"assistant","content":"d","weight":1}]}
                        {"messages":[{"role":"user","content":"a"},{"role":"assistant","content":"b"},{"role":"user","content":"c"},{"role":"assistant","content":"d","train":false}]}
                        """);
        assertThat(((ChatRow) read.rows().getFirst()).unlearnt()).containsExactly(1);
        assertThat(((ChatRow) read.rows().get(1)).unlearnt()).containsExactly(3);
        ReadRows none =
                read(
                        """
                        {"messages":[{"role":"user","content":"a"},{"role":"assistant","content":"b","weight":0}]}
                        """);
        assertThat(none.bad().getFirst().reason()).contains("no turn of the assistant is to be");
    }

    @Test
    void aTurnThatOnlyCallsAToolIsNotLearnt() throws IOException {
        ReadRows read =
                read(
                        """
                        {"system":"s","messages":[{"role":"user","content":"q"},{"role":"assistant","content":null,"tool_calls":[{}]},{"role":"tool","content":"t"},{"role":"assistant","content":"x"}],"tools":[{}]}
                        """);
        ChatRow row = (ChatRow) read.rows().getFirst();
        assertThat(row.unlearnt()).containsExactly(2);
        assertThat(row.messages().get(2)).isEqualTo(said("assistant", ""));
        assertThat(read.tools()).isEqualTo(new ToolRows(1, 1, 1, 1));
        assertThat(read.ignoredKeys()).containsOnlyKeys("tools", "messages[].tool_calls");
    }

    /** Rows are counted once, whatever they say of tools, and empty lists say nothing. */
    @Test
    void rowsWithToolsAreCountedAndTheFirstIsNamed() throws IOException {
        String turns =
                "\"messages\":[{\"role\":\"user\",\"content\":\"q\"},{\"role\":\"assistant\",\"content\":%s}]";
        String call = "\"\",\"tool_calls\":[{}]},{\"role\":\"assistant\",\"content\":\"x\"";
        ReadRows read =
                read(
                        String.join(
                                "\n",
                                "{" + turns.formatted("\"a\"") + ",\"tools\":[]}",
                                "{" + turns.formatted("\"a\"") + ",\"tools\":\"[]\"}",
                                "{" + turns.formatted("\"a\"") + ",\"tools\":[{\"type\":\"f\"}]}",
                                "{" + turns.formatted(call) + ",\"tools\":[{\"type\":\"f\"}]}",
                                "{" + turns.formatted(call) + "}",
                                ""));
        assertThat(read.bad()).isEmpty();
        assertThat(read.tools()).isEqualTo(new ToolRows(3, 3, 2, 4));
        assertThat(read.tools().notes(read.numbering()))
                .containsExactly(
                        "tools are ignored, this version renders none: 3 rows speak of them, the"
                                + " first is line 3",
                        "in 2 rows, the first is line 4, a turn of the assistant only calls a tool;"
                                + " it is written without words, and not learnt");
        assertThat(new ToolRows(1, 7, 0, 0).notes(Numbering.ROW))
                .containsExactly(
                        "tools are ignored, this version renders none: 1 row speaks of them, row 7");
    }

    @Test
    void promptAndCompletionMayBeLists() throws IOException {
        ReadRows read =
                read(
                        """
                        {"prompt":[{"role":"user","content":"a"},{"role":"assistant","content":"b"},{"role":"user","content":"c"}],"completion":[{"role":"assistant","content":"d"}]}
                        """);
        assertThat(read.format()).isEqualTo(DataFormat.PROMPT_COMPLETION);
        ChatRow row = (ChatRow) read.rows().getFirst();
        assertThat(row.messages()).hasSize(4);
        assertThat(row.learntFrom()).isEqualTo(3);
    }

    @Test
    void conversationsBecomeTheSameAsMessages() throws IOException {
        ReadRows read =
                read(
                        """
                        {"conversations":[{"from":"system","value":"s"},{"from":"human","value":"a"},{"from":"function_call","value":"{}"},{"from":"observation","value":"o"},{"from":"gpt","value":"b"}]}
                        {"conversations":[{"role":"user","content":"a"},{"role":"assistant","content":"b"}],"system":"t"}
                        """);
        assertThat(read.bad()).isEmpty();
        assertThat(read.format()).isEqualTo(DataFormat.SHAREGPT);
        assertThat(((ChatRow) read.rows().get(0)).messages())
                .containsExactly(
                        said("system", "s"),
                        said("user", "a"),
                        said("assistant", "{}"),
                        said("tool", "o"),
                        said("assistant", "b"));
        assertThat(((ChatRow) read.rows().get(1)).messages())
                .containsExactly(said("system", "t"), said("user", "a"), said("assistant", "b"));
    }

    @Test
    void alpacaIsAConversationOrTextUnderHeadings() throws IOException {
        ReadRows read =
                read(
                        """
                        {"instruction":"Add.","input":"1 2","output":"3","text":"rendered"}
                        {"instruction":"More","input":"","output":"o","system":"S","history":[["q","a"]]}
                        """);
        assertThat(read.format()).isEqualTo(DataFormat.ALPACA);
        assertThat(read.ignoredKeys()).isEqualTo(Map.of("text", 1));
        AlpacaRow first = (AlpacaRow) read.rows().get(0);
        assertThat(first.chat().messages())
                .containsExactly(said("user", "Add.\n1 2"), said("assistant", "3"));
        assertThat(first.promptCompletion())
                .isEqualTo(
                        new PromptCompletionRow(
                                1,
                                "Below is an instruction that describes a task. Write a response"
                                        + " that appropriately completes the request.\n\n"
                                        + "### Instruction:\nAdd.\n1 2\n\n### Response:\n",
                                "3"));
        AlpacaRow second = (AlpacaRow) read.rows().get(1);
        assertThat(second)
                .isEqualTo(
                        new AlpacaRow(
                                2,
                                "More",
                                "",
                                "o",
                                Optional.of("S"),
                                List.of(new AlpacaRow.Exchange("q", "a"))));
        assertThat(second.chat().messages())
                .containsExactly(
                        said("system", "S"),
                        said("user", "q"),
                        said("assistant", "a"),
                        said("user", "More"),
                        said("assistant", "o"));
        assertThat(second.promptCompletion().prompt())
                .isEqualTo(
                        "S\n\n### Instruction:\nq\n\n### Response:\na\n\n"
                                + "### Instruction:\nMore\n\n### Response:\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '#',
            value = {
                "{'messages':{}} | `messages` must be a list of messages, not an object",
                "{'messages':['a']} | `messages[0]` must be a message",
                "{'messages':[{'content':'a'}]} | `messages[0].role` is missing",
                "{'messages':[{'role':'user'}]} | `messages[0].content` is missing",
                "{'messages':[{'role':'user','content':null}]} | `messages[0].content` is null",
                "{'messages':[{'role':'user','content':4}]} | `messages[0].content` must be text",
                "{'messages':[{'role':'usr','content':''}]} | \"usr\"",
                "{'messages':[{'role':'user','content':[{'type':'image_url','image_url':{}}]}]} | `messages[0].content[0]` is no text but \"image_url\"",
                "{'messages':[{'role':'user','content':'a'}]} | last message is of role user",
                "{'messages':[{'role':'assistant','content':'a','weight':0.5}]} | `messages[0].weight` must be 0 or 1",
                "{'messages':[{'role':'assistant','content':'a','weight':'x'}]} | `messages[0].weight` must be 0 or 1",
                "{'messages':[{'role':'assistant','content':'a','weight':false}]} | `messages[0].weight` must be 0 or 1",
                "{'messages':[{'role':'assistant','content':'a','train':0}]} | `messages[0].train` must be true or false",
                "{'messages':[{'from':'human','value':'a'}]} | say so with columns: {role: from, content: value",
                "{'conversations':[{'from':'robot','value':'a'}]} | `conversations[0].from` is \"robot\"; known are `assistant`",
                "{'prompt':'a','completion':[]} | must both be text or both be lists",
                "{'prompt':[{'role':'user','content':'a'}],'completion':[]} | `completion` holds no message",
                "{'instruction':'a','output':''} | `output` is empty",
                "{'instruction':'a','output':'b','history':[['c']]} | `history[0]` must be a pair [question, answer], not a list of 1",
                "{'instruction':'a','output':'b','history':[['c',1]]} | `history[0][1]` must be text",
            })
    void whatIsWrongIsNamedWithItsPlace(String row, String reason) throws IOException {
        ReadRows read = read(row.replace('\'', '"'));
        assertThat(read.rows()).isEmpty();
        assertThat(read.bad()).hasSize(1);
        assertThat(read.bad().getFirst().reason()).contains(reason);
    }

    @Test
    void checkCountsRolesAndToolsOfConversations() throws IOException {
        String row =
                "{\"messages\":[{\"role\":\"user\",\"content\":\"a%d\"},"
                        + "{\"role\":\"assistant\",\"content\":\"b\"}],\"tools\":[]}\n";
        Path file =
                Files.writeString(
                        folder.resolve("rows.jsonl"), row.formatted(1) + row.formatted(2));
        CheckReport report =
                DataCheck.check(
                        file,
                        DataFormat.AUTO,
                        dev.tagwerk.spec.Columns.none(),
                        Optional.empty(),
                        Optional.empty(),
                        64,
                        1);
        assertThat(report.roles())
                .containsExactly(new RoleCount("user", 2, 2), new RoleCount("assistant", 2, 2));
        assertThat(report.text())
                .contains("format messages")
                .contains("Messages per conversation: min 2, median 2, max 2; 4 in all")
                .contains("  user       2 turns in 2 rows")
                .contains("Ignored key: `tools` in 2 rows\n")
                .doesNotContain("tools are ignored")
                .contains("| assistant:\n  | ⟦b⟧");
    }
}
