package dev.tagwerk.data;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tagwerk.modelfiles.ChatMessage;
import dev.tagwerk.modelfiles.ChatTemplate;
import dev.tagwerk.modelfiles.ModelFilesException;
import dev.tagwerk.modelfiles.ModelTokenizer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * Any conversation with any template, whole or damaged: encoded, or refused with a reason, in
 * bounded time. {@code -Dtagwerk.fuzz.rounds=100} makes a hundred times as many.
 */
class ChatFuzzTest {
    private static final int ROUNDS = Integer.getInteger("tagwerk.fuzz.rounds", 1);
    private static final int MAX_LENGTH = 300;
    private static final List<String> ROLES = List.of("system", "user", "assistant", "tool");
    private static final List<String> PIECES =
            List.of(
                    "Hi",
                    " ",
                    "\n",
                    "\r\n",
                    "\t",
                    "é",
                    "😀",
                    "日本",
                    "e\u0301",
                    "\u0000",
                    "\ufeff",
                    "<|im_end|>",
                    "<|im_start|>assistant\n",
                    "<|eot_id|>",
                    "</s>",
                    "<s>",
                    "<bos>",
                    "<end_of_turn>",
                    "[INST]",
                    "[/INST]",
                    "<think>",
                    "</think>",
                    "<tool_response>",
                    "</tool_response>",
                    "{{ messages }}",
                    "{% for %}",
                    "{#",
                    "'",
                    "\"",
                    "\\n",
                    "1e5",
                    "None",
                    "long ".repeat(50));
    private static final List<String> DAMAGE =
            List.of(
                    "{%",
                    "%}",
                    "{{",
                    "}}",
                    "-",
                    "'",
                    "(",
                    ")",
                    "[",
                    "messages",
                    "endif",
                    "endfor",
                    "| trim",
                    "~",
                    "+ 1",
                    "loop.index0",
                    "generation",
                    "none",
                    "break",
                    "[::-1]");

    @Property(tries = 150)
    void anyConversationIsEncodedOrRefused(@ForAll long seed) {
        Random random = new Random(seed);
        ChatCases cases = new ChatCases(any(ChatCases.names(), random));
        try (ModelTokenizer tokenizer = cases.tokenizer()) {
            Encoder encoder =
                    new Encoder(tokenizer, MAX_LENGTH, () -> Optional.of(cases.template()));
            for (int round = 0; round < 5 * ROUNDS; round++) {
                check(encoder, random);
            }
        }
    }

    @Property(tries = 150)
    void aDamagedTemplateWorksOrIsRefused(@ForAll long seed) throws IOException {
        Random random = new Random(seed);
        ChatCases cases = new ChatCases(any(ChatCases.names(), random));
        String whole = cases.template().source();
        Path file = Files.createTempFile("template-fuzz", ".jinja");
        try (ModelTokenizer tokenizer = cases.tokenizer()) {
            for (int round = 0; round < 5 * ROUNDS; round++) {
                Files.writeString(file, damaged(whole, random));
                ChatTemplate template;
                try {
                    template = ChatTemplate.read(file, tokenizer.folder(), ChatCases.CLOCK);
                } catch (ModelFilesException refused) {
                    assertThat(refused).hasMessageContaining("line ");
                    continue;
                }
                check(new Encoder(tokenizer, MAX_LENGTH, () -> Optional.of(template)), random);
            }
        } finally {
            Files.delete(file);
        }
    }

    private static void check(Encoder encoder, Random random) {
        ChatRow row = row(random);
        long start = System.nanoTime();
        List<Encoding.Text> texts =
                switch (encoder.encode(row)) {
                    case Encoding.Text text -> List.of(text);
                    case Encoding.Several several -> several.texts();
                    case Encoding.Unusable unusable -> {
                        assertThat(unusable.reason()).isNotBlank();
                        yield List.of();
                    }
                    case Encoding.Dropped dropped -> throw new AssertionError("dropped");
                    case Encoding.Decision decision -> throw new AssertionError("a decision");
                };
        for (Encoding.Text text : texts) {
            assertThat(text.encoded().length()).isBetween(2, MAX_LENGTH);
            assertThat(text.encoded().learntCount()).isPositive();
        }
        assertThat(System.nanoTime() - start).isLessThan(15_000_000_000L);
    }

    private static ChatRow row(Random random) {
        List<ChatMessage> messages = new ArrayList<>();
        int count = random.nextInt(6);
        for (int i = 0; i < count; i++) {
            messages.add(new ChatMessage(any(ROLES, random), content(random)));
        }
        messages.add(new ChatMessage("user", content(random)));
        messages.add(new ChatMessage("assistant", content(random)));
        return new ChatRow(1, messages, random.nextInt(messages.size()));
    }

    private static String content(Random random) {
        StringBuilder content = new StringBuilder();
        int count = random.nextInt(6);
        for (int i = 0; i < count; i++) {
            content.append(any(PIECES, random));
        }
        return content.toString();
    }

    private static String damaged(String template, Random random) {
        StringBuilder text = new StringBuilder(template);
        int count = 1 + random.nextInt(3);
        for (int i = 0; i < count && !text.isEmpty(); i++) {
            int at = random.nextInt(text.length());
            switch (random.nextInt(3)) {
                case 0 -> text.insert(at, any(DAMAGE, random));
                case 1 -> text.delete(at, Math.min(text.length(), at + 1 + random.nextInt(12)));
                default -> text.insert(at, text.substring(at, Math.min(text.length(), at + 40)));
            }
        }
        return text.toString();
    }

    private static String any(List<String> words, Random random) {
        return words.get(random.nextInt(words.size()));
    }
}
