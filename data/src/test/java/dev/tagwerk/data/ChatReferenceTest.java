package dev.tagwerk.data;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tagwerk.modelfiles.ChatMessage;
import dev.tagwerk.modelfiles.ChatTemplate;
import dev.tagwerk.modelfiles.ModelTokenizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Templates and masks equal those of transformers, and the comparison notices when they do not. */
class ChatReferenceTest {
    private static final Map<String, String> SWAPPED =
            Map.of("user", "assistant", "assistant", "user");

    static List<String> names() {
        return ChatCases.names();
    }

    /** One of each family, marked and unmarked, for what is done wrong on purpose. */
    static List<String> some() {
        return List.of(
                "llama3_training",
                "qwen2_5",
                "qwen3",
                "gemma3",
                "mistral_system",
                "built_in_chatml");
    }

    @Test
    void theTemplatesOfTheFieldAreThere() {
        assertThat(names())
                .contains("llama3", "llama3_1", "llama3_2", "qwen2_5", "qwen3", "gemma2", "gemma3")
                .contains("mistral_v0_1", "mistral_system", "mistral_small", "smollm2")
                .contains("built_in_chatml", "built_in_llama3", "built_in_mistral")
                .hasSizeGreaterThanOrEqualTo(24);
    }

    /** A conversation that a template refuses says nothing about its texts and masks. */
    @ParameterizedTest
    @MethodSource("names")
    void eachTemplateIsComparedOnSixtyConversationsThatItTakes(String name) {
        ChatCases cases = new ChatCases(name);
        int texts = 0;
        int masks = 0;
        int completions = 0;
        for (int i = 0; i < cases.conversations.size(); i++) {
            texts += cases.expected(i, "text").equals("null") ? 0 : 1;
            masks += cases.expected(i, "learnt").startsWith("[") ? 1 : 0;
            completions += cases.expected(i, "completion").startsWith("[") ? 1 : 0;
        }
        assertThat(List.of(texts, masks, completions)).allMatch(compared -> compared >= 60);
    }

    @ParameterizedTest
    @MethodSource("names")
    void textsAreThoseOfTransformersToTheLetter(String name) {
        ChatCases cases = new ChatCases(name);
        ChatTemplate template = cases.template();
        assertThat(template.marksGeneration()).isEqualTo(cases.marked);
        for (int i = 0; i < cases.conversations.size(); i++) {
            List<String> made = ChatCases.rendered(template, cases.conversations.get(i));
            assertThat(made.get(0)).as("conversation %d", i).isEqualTo(cases.expected(i, "text"));
            assertThat(made.get(1)).as("conversation %d", i).isEqualTo(cases.expected(i, "prompt"));
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void learntTokensAreThoseOfTheReference(String name) {
        ChatCases cases = new ChatCases(name);
        assertThat(differences(cases, ChatCases.Fault.NONE)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("some")
    void aMaskShiftedByOneIsNoticed(String name) {
        ChatCases cases = new ChatCases(name);
        ChatCases.Fault shifted =
                (ids, learnt, tokenizer) -> {
                    boolean[] later = new boolean[learnt.length];
                    System.arraycopy(learnt, 0, later, 1, learnt.length - 1);
                    return ChatCases.told(ids, later);
                };
        assertThat(differences(cases, shifted)).hasSizeGreaterThan(40);
    }

    @ParameterizedTest
    @MethodSource("some")
    void aSecondBeginTokenIsNoticed(String name) {
        ChatCases cases = new ChatCases(name);
        ChatCases.Fault twice =
                (ids, learnt, tokenizer) -> {
                    int[] more = new int[ids.length + 1];
                    boolean[] labels = new boolean[ids.length + 1];
                    System.arraycopy(ids, 0, more, 1, ids.length);
                    System.arraycopy(learnt, 0, labels, 1, ids.length);
                    more[0] = tokenizer.bos().orElse(0);
                    return ChatCases.told(more, labels);
                };
        assertThat(differences(cases, twice)).hasSizeGreaterThan(40);
    }

    @ParameterizedTest
    @MethodSource("some")
    void anEndTokenTooManyIsNoticed(String name) {
        ChatCases cases = new ChatCases(name);
        ChatCases.Fault ended =
                (ids, learnt, tokenizer) -> {
                    int[] more = java.util.Arrays.copyOf(ids, ids.length + 1);
                    more[ids.length] = tokenizer.eos().orElseThrow();
                    return ChatCases.told(more, java.util.Arrays.copyOf(learnt, ids.length + 1));
                };
        assertThat(differences(cases, ended)).hasSizeGreaterThan(40);
    }

    @ParameterizedTest
    @MethodSource("names")
    void swappedRolesAreNoticed(String name) {
        ChatCases cases = new ChatCases(name);
        ChatTemplate template = cases.template();
        int noticed = 0;
        for (int i = 0; i < cases.conversations.size(); i++) {
            List<ChatMessage> swapped =
                    cases.conversations.get(i).stream()
                            .map(
                                    message ->
                                            new ChatMessage(
                                                    SWAPPED.getOrDefault(
                                                            message.role(), message.role()),
                                                    message.content()))
                            .toList();
            noticed +=
                    ChatCases.rendered(template, swapped).get(0).equals(cases.expected(i, "text"))
                            ? 0
                            : 1;
        }
        assertThat(noticed).isGreaterThan(40);
    }

    /** A begin token stands at the start where the template writes it, and never twice. */
    @ParameterizedTest
    @ValueSource(strings = {"llama3_1", "gemma2", "mistral_v0_1", "built_in_llama3"})
    void noConversationBeginsTwice(String name) {
        ChatCases cases = new ChatCases(name);
        try (ModelTokenizer tokenizer = cases.tokenizer()) {
            ChatTemplate template = cases.template();
            for (List<ChatMessage> messages : usable(cases)) {
                ChatCases.learnt(
                        tokenizer,
                        template,
                        messages,
                        0,
                        (ids, learnt, open) -> {
                            if (open.bos().isPresent()) {
                                assertThat(ids[0]).isEqualTo(open.bos().getAsInt());
                                assertThat(ids[1]).isNotEqualTo(open.bos().getAsInt());
                            }
                            return "";
                        });
            }
        }
    }

    private static List<List<ChatMessage>> usable(ChatCases cases) {
        List<List<ChatMessage>> usable = new ArrayList<>();
        for (int i = 0; i < cases.conversations.size(); i++) {
            if (!cases.expected(i, "learnt").isEmpty()) {
                usable.add(cases.conversations.get(i));
            }
        }
        return usable;
    }

    private static List<String> differences(ChatCases cases, ChatCases.Fault fault) {
        List<String> differences = new ArrayList<>();
        try (ModelTokenizer tokenizer = cases.tokenizer()) {
            ChatTemplate template = cases.template();
            for (int i = 0; i < cases.conversations.size(); i++) {
                List<ChatMessage> messages = cases.conversations.get(i);
                for (String what : List.of("learnt", "completion")) {
                    String expected = cases.expected(i, what);
                    if (expected.isEmpty()) {
                        continue;
                    }
                    int first = what.equals("learnt") ? 0 : messages.size() - 1;
                    String made = ChatCases.learnt(tokenizer, template, messages, first, fault);
                    if (!made.equals(expected)) {
                        differences.add(
                                i
                                        + " "
                                        + what
                                        + "\n  expected "
                                        + expected
                                        + "\n  made     "
                                        + made);
                    }
                }
            }
        }
        return differences;
    }
}
