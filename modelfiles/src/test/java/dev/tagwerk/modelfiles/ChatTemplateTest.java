package dev.tagwerk.modelfiles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChatTemplateTest {
    private static final Clock CLOCK =
            Clock.fixed(Instant.parse("2026-12-01T23:00:00Z"), ZoneOffset.UTC);
    private static final List<ChatMessage> HI = List.of(new ChatMessage("user", "hi"));

    @TempDir private Path folder;

    @Test
    void aFileOfItsOwnComesBeforeTheConfiguration() throws IOException {
        assertThat(ChatTemplate.find(folder, CLOCK)).isEmpty();
        write("chat_template.json", "{\"chat_template\": \"json\"}");
        assertThat(text()).isEqualTo("json");
        write("tokenizer_config.json", "{\"chat_template\": \"config\"}");
        assertThat(text()).isEqualTo("config");
        write("chat_template.jinja", "file");
        assertThat(text()).isEqualTo("file");
    }

    @Test
    void ofNamedTemplatesTheDefaultIsTaken() throws IOException {
        write(
                "tokenizer_config.json",
                """
                {"chat_template": [{"name": "tool_use", "template": "t"},
                                   {"name": "default", "template": "d"}]}
                """);
        assertThat(text()).isEqualTo("d");
        write(
                "tokenizer_config.json",
                "{\"chat_template\": [{\"name\": \"rag\", \"template\": \"r\"}]}");
        assertThatThrownBy(this::text)
                .isInstanceOf(ModelFilesException.class)
                .hasMessageContaining("no template named `default`, only [rag]")
                .hasMessageContaining("data.chat_template");
        write("tokenizer_config.json", "{\"chat_template\": 7}");
        assertThatThrownBy(this::text).hasMessageContaining("neither text nor a list");
    }

    @Test
    void templatesSeeTheSpecialTokensThatTheModelNames() throws IOException {
        write(
                "tokenizer_config.json",
                """
                {"chat_template": "{{ bos_token }}|{{ eos_token }}|{{ pad_token is defined }}",
                 "bos_token": {"content": "<s>"}, "eos_token": "</s>", "pad_token": null}
                """);
        assertThat(text()).isEqualTo("<s>|</s>|False");
        write("special_tokens_map.json", "{\"eos_token\": \"<end>\", \"pad_token\": \"<pad>\"}");
        assertThat(text()).isEqualTo("<s>|<end>|True");
    }

    @Test
    void todayIsWhatTheClockSays() throws IOException {
        write("chat_template.jinja", "{{ strftime_now('%d %b %Y') }}");
        assertThat(text()).isEqualTo("01 Dec 2026");
    }

    @Test
    void whatTheTemplateMarksIsTold() throws IOException {
        write(
                "chat_template.jinja",
                "ä😀{% generation %}{{ messages[0].content }}{% endgeneration %}.");
        ChatTemplate template = ChatTemplate.find(folder, CLOCK).orElseThrow();
        assertThat(template.marksGeneration()).isTrue();
        assertThat(template.render(HI, false).generations())
                .containsExactly(new RenderedChat.Range(3, 5));
    }

    @Test
    void refusalsAndFailuresNameThePlace() throws IOException {
        write("chat_template.jinja", "\n{{ raise_exception('no \u001b[31m') }}");
        assertThatThrownBy(this::text)
                .hasMessageContaining("refuses the conversation: \"no \uFFFD[31m\"")
                .hasMessageContaining("chat_template.jinja");
        write("chat_template.jinja", "\n{{ messages[5].content }}");
        assertThatThrownBy(this::text)
                .hasMessageContaining("fails: line 2, column")
                .hasMessageContaining("chat_template.jinja");
        write("chat_template.jinja", "{% include 'x' %}");
        assertThatThrownBy(this::text)
                .hasMessageContaining("cannot be used: line 1, column 4: the tag `include`")
                .hasMessageContaining("name another with data.chat_template");
        assertThat(ChatTemplate.missing(folder))
                .hasMessageContaining(folder.toString())
                .hasMessageContaining("--chat-template");
        assertThatThrownBy(() -> ChatTemplate.builtIn("alpaca", folder, CLOCK))
                .hasMessageContaining("chatml, llama3, mistral, gemma");
    }

    @Test
    void aTemplateOfTheUsersIsGivenTheModelsTokens() throws IOException {
        write("tokenizer_config.json", "{\"bos_token\": \"<s>\"}");
        write("mine.jinja", "{{ bos_token }}mine");
        ChatTemplate template = ChatTemplate.read(folder.resolve("mine.jinja"), folder, CLOCK);
        assertThat(template.render(HI, false).text()).isEqualTo("<s>mine");
        assertThat(template.source()).isEqualTo("{{ bos_token }}mine");
        assertThat(ChatTemplate.builtIn("chatml", folder, CLOCK).render(HI, true).text())
                .isEqualTo("<s><|im_start|>user\nhi<|im_end|>\n<|im_start|>assistant\n");
    }

    private String text() {
        return ChatTemplate.find(folder, CLOCK).orElseThrow().render(HI, false).text();
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }
}
