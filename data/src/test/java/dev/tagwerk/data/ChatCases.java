package dev.tagwerk.data;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tagwerk.modelfiles.ChatMessage;
import dev.tagwerk.modelfiles.ChatTemplate;
import dev.tagwerk.modelfiles.ModelFilesException;
import dev.tagwerk.modelfiles.ModelTokenizer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * One template's conversations as transformers writes them ({@code fixtures/chats}), and what
 * Tagwerk makes of them; both told in the same words, so that they can be compared.
 */
final class ChatCases {
    static final Clock CLOCK = Clock.fixed(Instant.parse("2026-12-01T09:05:03Z"), ZoneOffset.UTC);
    private static final Path ROOT = Path.of("src", "test", "fixtures", "chats");
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final int LONG = 200;
    private static final int NO_LIMIT = 1 << 20;

    final String name;
    final boolean marked;
    final List<List<ChatMessage>> conversations = conversations();
    private final JsonNode cases;
    private final Path folder;

    ChatCases(String name) {
        JsonNode file = json(ROOT.resolve("cases").resolve(name + ".json"));
        this.name = name;
        this.marked = file.get("marked").booleanValue();
        this.cases = file.get("cases");
        this.folder = ROOT.resolve("tokenizers").resolve(file.get("tokenizer").textValue());
    }

    static List<String> names() {
        try (Stream<Path> files = Files.list(ROOT.resolve("cases"))) {
            return files.map(file -> file.getFileName().toString().replace(".json", ""))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    ChatTemplate template() {
        return name.startsWith("built_in_")
                ? ChatTemplate.builtIn(name.substring("built_in_".length()), folder, CLOCK)
                : ChatTemplate.read(
                        ROOT.resolve("templates").resolve(name + ".jinja"), folder, CLOCK);
    }

    ModelTokenizer tokenizer() {
        return ModelTokenizer.open(folder);
    }

    /** What transformers wrote. */
    String expected(int conversation, String what) {
        return cases.get(conversation).path(what).toString();
    }

    /** The text, and what a generation prompt adds, as {@code text} and {@code prompt} say them. */
    static List<String> rendered(ChatTemplate template, List<ChatMessage> messages) {
        try {
            String text = template.render(messages, false).text();
            String prompted = template.render(messages, true).text();
            return List.of(
                    quoted(shortened(text)),
                    quoted(
                            prompted.startsWith(text)
                                    ? prompted.substring(text.length())
                                    : "whole:" + shortened(prompted)));
        } catch (ModelFilesException refused) {
            return List.of("null", "");
        }
    }

    /** The texts that are learnt, as {@code learnt} and {@code completion} say them. */
    static String learnt(
            ModelTokenizer tokenizer,
            ChatTemplate template,
            List<ChatMessage> messages,
            int learntFrom,
            Fault fault) {
        Encoder encoder = new Encoder(tokenizer, NO_LIMIT, () -> Optional.of(template));
        List<Encoding.Text> texts =
                switch (encoder.encode(new ChatRow(1, messages, learntFrom))) {
                    case Encoding.Text text -> List.of(text);
                    case Encoding.Several several -> several.texts();
                    case Encoding.Unusable unusable -> List.of();
                    case Encoding.Dropped dropped -> throw new AssertionError(dropped.reason());
                    case Encoding.Decision decision -> throw new AssertionError("a decision");
                };
        if (texts.isEmpty()) {
            return "null";
        }
        if (texts.stream().anyMatch(Encoding.Text::boundaryMerged)) {
            return quoted("merged");
        }
        return texts.stream()
                .map(text -> fault.apply(text.encoded().ids(), text.encoded().learnt(), tokenizer))
                .collect(Collectors.joining(",", "[", "]"));
    }

    /** What a test does wrong on purpose. */
    interface Fault {
        Fault NONE = (ids, learnt, tokenizer) -> told(ids, learnt);

        String apply(int[] ids, boolean[] learnt, ModelTokenizer tokenizer);
    }

    static String told(int[] ids, boolean[] learnt) {
        List<String> ranges = new ArrayList<>();
        for (int i = 0; i < learnt.length; i++) {
            if (!learnt[i]) {
                continue;
            }
            int start = i;
            while (i + 1 < learnt.length && learnt[i + 1]) {
                i++;
            }
            ranges.add("[" + start + "," + (i + 1) + "]");
        }
        String numbers =
                IntStream.of(ids).mapToObj(Integer::toString).collect(Collectors.joining(" "));
        return "{\"ids\":%s,\"count\":%d,\"learnt\":[%s]}"
                .formatted(quoted(digest(numbers)), ids.length, String.join(",", ranges));
    }

    private static List<List<ChatMessage>> conversations() {
        List<List<ChatMessage>> conversations = new ArrayList<>();
        for (JsonNode conversation : json(ROOT.resolve("conversations.json"))) {
            List<ChatMessage> messages = new ArrayList<>();
            for (JsonNode message : conversation) {
                messages.add(
                        new ChatMessage(
                                message.get("role").textValue(),
                                message.get("content").textValue()));
            }
            conversations.add(messages);
        }
        return conversations;
    }

    /** A text as {@code text} says it. */
    static String told(String text) {
        return quoted(shortened(text));
    }

    private static String shortened(String text) {
        return text.codePointCount(0, text.length()) <= LONG ? text : "sha256:" + digest(text);
    }

    private static String quoted(String text) {
        return MAPPER.getNodeFactory().textNode(text).toString();
    }

    private static String digest(String text) {
        try {
            return HexFormat.of()
                    .formatHex(
                            MessageDigest.getInstance("SHA-256")
                                    .digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static JsonNode json(Path file) {
        try {
            return MAPPER.readTree(file.toFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
