package dev.tagwerk.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tagwerk.modelfiles.ChatMessage;
import dev.tagwerk.modelfiles.ChatTemplate;
import dev.tagwerk.modelfiles.ModelFilesException;
import dev.tagwerk.modelfiles.ModelTokenizer;
import dev.tagwerk.spec.ChatTemplateRef;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChatEncoderTest {
    private static ModelTokenizer qwen;

    @TempDir private Path folder;

    @BeforeAll
    static void open() {
        qwen = new ChatCases("qwen3").tokenizer();
    }

    @AfterAll
    static void close() {
        qwen.close();
    }

    /** The mask is that of the whole row, without the tokens of the turns left out. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void turnsThatAreNotToBeLearntAreLeftOutWhereverTheyStand(boolean marks) {
        ChatRow all =
                row(
                        "user",
                        "a",
                        "assistant",
                        "b c",
                        "user",
                        "d",
                        "assistant",
                        "e f",
                        "user",
                        "g",
                        "assistant",
                        "h i");
        Encoder encoder = encoder(marks ? builtIn("chatml") : builtInUnmarked(), 512);
        EncodedText whole = ((Encoding.Text) encoder.encode(all)).encoded();
        for (int left : new int[] {1, 3}) {
            EncodedText kept =
                    ((Encoding.Text)
                                    encoder.encode(new ChatRow(1, all.messages(), 0, Set.of(left))))
                            .encoded();
            assertThat(kept.ids()).isEqualTo(whole.ids());
            // runs of learnt tokens: those of the two turns that stay
            assertThat(runs(kept.learnt()))
                    .isEqualTo(
                            left == 1
                                    ? runs(whole.learnt()).subList(1, 3)
                                    : List.of(
                                            runs(whole.learnt()).get(0),
                                            runs(whole.learnt()).get(2)));
        }
        EncodedText last =
                ((Encoding.Text) encoder.encode(new ChatRow(1, all.messages(), 0, Set.of(5))))
                        .encoded();
        assertThat(runs(last.learnt())).isEqualTo(runs(whole.learnt()).subList(0, 2));
    }

    private static List<String> runs(boolean[] learnt) {
        List<String> runs = new ArrayList<>();
        for (int i = 0; i < learnt.length; i++) {
            if (learnt[i] && (i == 0 || !learnt[i - 1])) {
                int end = i;
                while (end < learnt.length && learnt[end]) {
                    end++;
                }
                runs.add(i + "-" + end);
            }
        }
        return runs;
    }

    @Test
    void aTemplateThatRewritesHistoryMakesATextForEachTurn() {
        ChatRow row = row("user", "a", "assistant", "one", "user", "b", "assistant", "two");
        Encoding.Several several =
                (Encoding.Several) encoder(new ChatCases("qwen3").template(), 4096).encode(row);
        assertThat(several.texts()).hasSize(2);
        assertThat(learnt(several.texts().get(0)))
                .containsExactly("<think>\n\n</think>\n\none<|im_end|>\n");
        assertThat(learnt(several.texts().get(1)))
                .containsExactly("<think>\n\n</think>\n\ntwo<|im_end|>\n");
        assertThat(text(several.texts().get(1))).contains("assistant\none<|im_end|>");
        Encoding.Text plain =
                (Encoding.Text) encoder(new ChatCases("qwen2_5").template(), 4096).encode(row);
        assertThat(learnt(plain)).containsExactly("one<|im_end|>\n", "two<|im_end|>\n");
    }

    @Test
    void onlyWhatIsAskedForIsLearnt() {
        ChatTemplate template = builtIn("chatml");
        assertThat(
                        learnt(
                                encode(
                                        builtInUnmarked(),
                                        row("assistant", "Hi", "user", "a", "assistant", "b"))))
                .containsExactly("b<|im_end|>\n");
        ChatRow completion =
                new ChatRow(
                        1,
                        row("user", "a", "assistant", "b", "user", "c", "assistant", "d")
                                .messages(),
                        2);
        assertThat(learnt(encode(template, completion))).containsExactly("d<|im_end|>");
        assertThat(learnt(encode(builtInUnmarked(), completion))).containsExactly("d<|im_end|>\n");
    }

    @Test
    void nothingLeftToLearnIsAnErrorWithTheLengthThatWouldDo() {
        ChatRow row = new ChatRow(7, row("user", "dice ".repeat(50), "assistant", "x").messages());
        Encoding.Unusable wrong = (Encoding.Unusable) encoder(builtIn("chatml"), 16).encode(row);
        assertThat(wrong.exception())
                .hasMessageContaining("line 7")
                .hasMessageContaining("raise recipe.max_length to " + wrong.length());
        assertThat(encoder(builtIn("chatml"), wrong.length()).encode(row))
                .isInstanceOf(Encoding.Text.class);
    }

    @Test
    void ofSeveralTextsThoseThatFitAreKept() {
        ChatRow row =
                row(
                        "user",
                        "a",
                        "assistant",
                        "one",
                        "user",
                        "long ".repeat(80),
                        "assistant",
                        "two");
        Encoding.Text kept =
                (Encoding.Text) encoder(new ChatCases("qwen3").template(), 40).encode(row);
        assertThat(learnt(kept)).containsExactly("<think>\n\n</think>\n\none<|im_end|>\n");
    }

    @Test
    void whatTheTemplateRefusesIsUnusableWithItsReason() {
        Encoding refused =
                encoder(builtIn("mistral"), 512)
                        .encode(row("user", "a", "user", "b", "assistant", "c"));
        assertThat(((Encoding.Unusable) refused).reason())
                .contains("refuses the conversation")
                .contains("user and assistant must take turns");
    }

    @Test
    void aModelWithoutTemplateIsNamedAndHelped() {
        assertThatThrownBy(() -> new Encoder(qwen, 64).encode(row("user", "a", "assistant", "b")))
                .isInstanceOf(ModelFilesException.class)
                .hasMessageContaining(qwen.folder().toString())
                .hasMessageContaining("has no chat template")
                .hasMessageContaining("data.chat_template");
    }

    @Test
    void alpacaIsAConversationWhereThereIsATemplate() {
        AlpacaRow row = new AlpacaRow(1, "Add.", "1 2", "3", Optional.of("Count."), List.of());
        assertThat(text(encode(builtIn("chatml"), row)))
                .isEqualTo(
                        "<|im_start|>system\nCount.<|im_end|>\n<|im_start|>user\nAdd.\n1 2<|im_end|>\n"
                                + "<|im_start|>assistant\n3<|im_end|>\n");
        Encoding.Text text = (Encoding.Text) new Encoder(qwen, 512).encode(row);
        assertThat(text(text)).contains("### Instruction:").endsWith("3<|im_end|>");
    }

    @Test
    void theTurnsEndIsTheTokenBehindTheWords() {
        assertThat(TurnEnd.of(builtIn("chatml"), qwen)).isEqualTo(qwen.tokenId("<|im_end|>"));
        assertThat(TurnEnd.of(new ChatCases("qwen3").template(), qwen))
                .isEqualTo(qwen.tokenId("<|im_end|>"));
        // this tokenizer does not know the token: it is letters to it
        assertThat(TurnEnd.of(builtIn("gemma"), qwen)).isEmpty();
    }

    @Test
    void aConversationOfManyMessagesIsTakenApart() {
        ChatRow row = new ChatRow(1, exchanges(600));
        Encoding.Text found = (Encoding.Text) encoder(builtInUnmarked(), 1 << 20).encode(row);
        Encoding.Text marked = (Encoding.Text) encoder(builtIn("chatml"), 1 << 20).encode(row);
        assertThat(found.encoded().ids()).isEqualTo(marked.encoded().ids());
        assertThat(learnt(found)).hasSize(600).allMatch("b<|im_end|>\n"::equals);
        assertThat(learnt(marked)).hasSize(600).allMatch("b<|im_end|>"::equals);
    }

    @Test
    void aConversationThatNobodyCouldTakeApartIsRefused() {
        ChatRow row = new ChatRow(1, exchanges(10_000));
        Encoding refused = encoder(builtInUnmarked(), 512).encode(row);
        assertThat(((Encoding.Unusable) refused).reason())
                .contains("to find 10,000 turns among 20,000 messages some 13,000 million")
                .contains("data.chat_template");
        assertThat(encoder(builtIn("chatml"), 512).encode(row)).isInstanceOf(Encoding.Text.class);
        // one turn alone is soon found
        assertThat(
                        encoder(builtInUnmarked(), 1 << 20)
                                .encode(new ChatRow(1, row.messages(), 19_999)))
                .isInstanceOf(Encoding.Text.class);
    }

    private static List<ChatMessage> exchanges(int count) {
        List<ChatMessage> messages = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            messages.add(new ChatMessage("user", "a"));
            messages.add(new ChatMessage("assistant", "b"));
        }
        return messages;
    }

    @Test
    void aJobsTemplateComesBeforeTheModels() throws IOException {
        Path file = Files.writeString(folder.resolve("t.jinja"), "{{ messages[0].content }}");
        assertThat(JobTemplate.find(Optional.empty(), qwen.folder(), ChatCases.CLOCK)).isEmpty();
        assertThat(
                        JobTemplate.find(
                                        Optional.of(new ChatTemplateRef.File(file)),
                                        qwen.folder(),
                                        ChatCases.CLOCK)
                                .orElseThrow()
                                .origin())
                .isEqualTo(file.toString());
    }

    @Test
    void theLanguageNamesTheTemplatesThatComeAlong() {
        for (String name : ChatTemplateRef.BUILT_IN) {
            assertThat(builtIn(name).marksGeneration()).as(name).isTrue();
        }
    }

    /** chatml without its marks, so that turns are found by rendering. */
    private ChatTemplate builtInUnmarked() {
        try {
            Path file = folder.resolve("unmarked.jinja");
            Files.writeString(
                    file,
                    builtIn("chatml").source().replaceAll("\\{%- (end)?generation -%\\}", ""));
            return ChatTemplate.read(file, qwen.folder(), ChatCases.CLOCK);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static ChatTemplate builtIn(String name) {
        return ChatTemplate.builtIn(name, qwen.folder(), ChatCases.CLOCK);
    }

    private static Encoder encoder(ChatTemplate template, int maxLength) {
        return new Encoder(qwen, maxLength, () -> Optional.of(template));
    }

    private static Encoding.Text encode(ChatTemplate template, Row row) {
        Encoding encoding = encoder(template, 4096).encode(row);
        assertThat(encoding).isInstanceOf(Encoding.Text.class);
        return (Encoding.Text) encoding;
    }

    private static String text(Encoding.Text text) {
        return qwen.decode(text.encoded().ids(), false);
    }

    /** Each run of learnt tokens as text. */
    private static List<String> learnt(Encoding.Text text) {
        int[] ids = text.encoded().ids();
        boolean[] learnt = text.encoded().learnt();
        List<String> runs = new ArrayList<>();
        IntStream.range(0, ids.length)
                .filter(i -> learnt[i] && (i == 0 || !learnt[i - 1]))
                .forEach(
                        start -> {
                            int end = start;
                            while (end < ids.length && learnt[end]) {
                                end++;
                            }
                            runs.add(qwen.decode(Arrays.copyOfRange(ids, start, end), false));
                        });
        return Collections.unmodifiableList(runs);
    }

    private static ChatRow row(String... roleAndContent) {
        List<ChatMessage> messages = new ArrayList<>();
        for (int i = 0; i < roleAndContent.length; i += 2) {
            messages.add(new ChatMessage(roleAndContent[i], roleAndContent[i + 1]));
        }
        return new ChatRow(1, messages);
    }
}
