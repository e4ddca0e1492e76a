package dev.tagwerk.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tagwerk.modelfiles.ChatMessage;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChatRowTest {
    @Test
    void theLastMessageMustBeTheAssistants() {
        assertThatThrownBy(() -> row("user", "a", "assistant", "b", "user", "c"))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("last message is of role user")
                .hasMessageContaining("add its answer");
        assertThatThrownBy(() -> new ChatRow(1, List.of())).hasMessageContaining("no message");
    }

    @Test
    void rolesAreCheckedAndForeignNamesGetTheirRemedy() {
        assertThatThrownBy(() -> row("human", "a", "gpt", "b"))
                .hasMessageContaining("message 1 has the role \"human\"")
                .hasMessageContaining("write user");
        assertThatThrownBy(() -> row("user", "a", "narrator", "b"))
                .hasMessageContaining("message 2")
                .hasMessageContaining("system, user, assistant or tool");
        assertThatThrownBy(() -> row("system", "a", "assistant", "b"))
                .hasMessageContaining("no message is the user's");
    }

    @Test
    void conversationsAreComparedByWhatIsAskedAndAnswered() {
        ChatRow first = row("system", "s", "user", "Hi", "assistant", "A");
        ChatRow second = row("system", "s", "user", "Hi", "assistant", "B");
        ChatRow other = row("user", "sHi", "assistant", "A");
        assertThat(Inputs.input(first)).isEqualTo(Inputs.input(second));
        assertThat(Inputs.input(first)).isNotEqualTo(Inputs.input(other));
        assertThat(Inputs.answer(second)).isEqualTo("B");
        assertThat(Inputs.source(first)).isEqualTo("Hi");
    }

    @Test
    void onlyTheAssistantsTurnsFromTheFirstLearntOneAreMarked() {
        ChatRow row =
                new ChatRow(
                        3,
                        messages("user", "a", "assistant", "b", "user", "c", "assistant", ""),
                        2);
        assertThat(Examples.of(row).pieces())
                .filteredOn(CheckReport.Piece::learnt)
                .containsExactly(new CheckReport.Piece("", true));
        assertThatThrownBy(() -> new ChatRow(3, row.messages(), 4))
                .hasMessageContaining("learntFrom");
    }

    private static ChatRow row(String... roleAndContent) {
        return new ChatRow(1, messages(roleAndContent));
    }

    private static List<ChatMessage> messages(String... roleAndContent) {
        List<ChatMessage> messages = new ArrayList<>();
        for (int i = 0; i < roleAndContent.length; i += 2) {
            messages.add(new ChatMessage(roleAndContent[i], roleAndContent[i + 1]));
        }
        return messages;
    }
}
