package dev.tagwerk.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tagwerk.modelfiles.ChatMessage;
import dev.tagwerk.spec.Columns;
import dev.tagwerk.spec.DataFormat;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** There and back again. */
class DataConversionTest {
    @TempDir Path folder;

    private static Arbitrary<String> texts() {
        Arbitrary<String> odd =
                Arbitraries.strings()
                        .withChars("ab,;\t\"'\\{}[]|#:\r\n \u00a0äß日\u2028\uFEFF")
                        .ofMaxLength(12);
        Arbitrary<String> emoji =
                Arbitraries.of("🎲", "null", "NULL", "NaN", "1e5", "007", "[]", "");
        return Combinators.combine(odd, emoji).as((one, other) -> one + other);
    }

    private static Arbitrary<String> some() {
        return texts().filter(text -> !text.isEmpty());
    }

    private static Arbitrary<Row> chats() {
        Arbitrary<List<String>> contents = texts().list().ofMinSize(2).ofMaxSize(7);
        return Combinators.combine(contents, Arbitraries.of("", "system"), Arbitraries.integers())
                .as(
                        (said, first, draw) -> {
                            List<ChatMessage> messages = new ArrayList<>();
                            if (!first.isEmpty()) {
                                messages.add(new ChatMessage(first, "s" + said.getFirst()));
                            }
                            for (int i = 0; i < said.size() / 2 * 2; i++) {
                                messages.add(
                                        new ChatMessage(
                                                i % 2 == 0 ? "user" : "assistant", said.get(i)));
                            }
                            int learntFrom =
                                    draw % 3 == 0 ? Math.floorMod(draw, messages.size()) : 0;
                            Set<Integer> left =
                                    IntStream.range(0, messages.size() - 1)
                                            .filter(i -> (draw >> i % 16 & 1) == 1)
                                            .boxed()
                                            .collect(Collectors.toSet());
                            return new ChatRow(
                                    1, messages, learntFrom, draw % 3 == 1 ? left : Set.of());
                        });
    }

    private static Arbitrary<Row> decisions() {
        Arbitrary<List<String>> names =
                some().map(name -> name.replaceAll("[\r\n]", ""))
                        .filter(name -> !name.isEmpty())
                        .list()
                        .uniqueElements()
                        .ofMinSize(2)
                        .ofMaxSize(4);
        return Combinators.combine(
                        names,
                        texts().map(Whitespace::trim),
                        texts().map(Whitespace::trim),
                        texts().map(Whitespace::trim).list().ofMaxSize(2),
                        some().optional(),
                        Arbitraries.of(1.0, 0.25, 3.0))
                .as(
                        (options, state, instructions, variants, task, weight) ->
                                new DecisionRow(
                                        1,
                                        QuestionKind.CHOICE,
                                        state,
                                        instructions,
                                        options.stream().map(n -> new Option(n, state)).toList(),
                                        options.size() - 1,
                                        task.filter(name -> !name.isBlank()),
                                        weight,
                                        variants));
    }

    private static Arbitrary<Row> alpaca() {
        Arbitrary<AlpacaRow.Exchange> exchange =
                Combinators.combine(texts(), texts()).as(AlpacaRow.Exchange::new);
        return Combinators.combine(
                        some(), texts(), some(), texts().optional(), exchange.list().ofMaxSize(2))
                .as((a, b, c, system, history) -> new AlpacaRow(1, a, b, c, system, history));
    }

    private static Arbitrary<Row> rows(DataFormat shape) {
        return switch (shape) {
            case MESSAGES, SHAREGPT -> chats();
            case PROMPT_COMPLETION ->
                    Combinators.combine(texts(), some())
                            .as((prompt, text) -> new PromptCompletionRow(1, prompt, text));
            case TEXT -> some().map(text -> new TextRow(1, text));
            case ALPACA -> alpaca();
            case DECISION -> decisions();
            case AUTO -> throw new IllegalArgumentException();
        };
    }

    /** Rows of one shape, and the kind of file to write them into. */
    record Sample(DataFormat shape, DataFileKind kind, List<Row> rows) {}

    @Provide
    Arbitrary<Sample> samples() {
        return samples(List.of(DataFileKind.JSON, DataFileKind.JSONL, DataFileKind.JSONL_GZ));
    }

    @Provide
    Arbitrary<Sample> tables() {
        return samples(List.of(DataFileKind.CSV, DataFileKind.PARQUET));
    }

    private static Arbitrary<Sample> samples(List<DataFileKind> kinds) {
        List<DataFormat> shapes =
                Stream.of(DataFormat.values()).filter(one -> one != DataFormat.AUTO).toList();
        return Combinators.combine(Arbitraries.of(shapes), Arbitraries.of(kinds))
                .flatAs(
                        (shape, kind) ->
                                rows(shape)
                                        .list()
                                        .ofMinSize(1)
                                        .ofMaxSize(12)
                                        .map(rows -> new Sample(shape, kind, rows)));
    }

    @Property(tries = 150)
    void everyShapeSurvivesEveryKindOfJson(@ForAll("samples") Sample sample) throws Exception {
        thereAndBack(sample);
    }

    @Property(tries = 30)
    void everyShapeSurvivesEveryKindOfTable(@ForAll("tables") Sample sample) throws Exception {
        thereAndBack(sample);
    }

    private static void thereAndBack(Sample sample) throws Exception {
        Path folder = Files.createTempDirectory("conversion");
        try {
            Path first = folder.resolve("first.jsonl");
            try (RowSink sink = RowSink.open(first, DataFileKind.JSONL, sample.shape())) {
                for (Row row : sample.rows()) {
                    sink.add(Conversion.to(sample.shape(), row));
                }
            }
            Path second = folder.resolve("second");
            Path third = folder.resolve("third");
            convert(first, second, sample.shape(), sample.kind());
            convert(second, third, sample.shape(), DataFileKind.JSONL);
            assertThat(third).hasSameBinaryContentAs(first);
            ReadRows read = DataFile.read(second, sample.shape());
            assertThat(read.bad()).isEmpty();
            assertThat(read.rows().stream().map(DataConversionTest::meaning))
                    .isEqualTo(sample.rows().stream().map(DataConversionTest::meaning).toList());
        } finally {
            try (Stream<Path> files = Files.list(folder)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(folder);
        }
    }

    private static DataConversion.Report convert(
            Path from, Path to, DataFormat shape, DataFileKind kind) throws IOException {
        return DataConversion.convert(
                new DataConversion.Source(from, DataFormat.AUTO, Columns.none()),
                to,
                new DataConversion.Wanted(shape, kind, Optional.empty()),
                false);
    }

    /** The row without its number; of a conversation, which messages are learnt. */
    private static List<Object> meaning(Row row) {
        return switch (row) {
            case ChatRow chat -> List.of(chat.messages(), learnt(chat));
            case AlpacaRow a ->
                    List.of(a.instruction(), a.input(), a.output(), a.system(), a.history());
            case PromptCompletionRow pair -> List.of(pair.prompt(), pair.completion());
            case TextRow text -> List.of(text.text());
            case DecisionRow d ->
                    List.of(
                            d.kind(),
                            d.state(),
                            d.instructions(),
                            d.options(),
                            d.label(),
                            d.task(),
                            d.weight(),
                            d.instructionVariants());
        };
    }

    private static List<Integer> learnt(ChatRow chat) {
        return IntStream.range(0, chat.messages().size()).filter(chat::learns).boxed().toList();
    }

    @Provide
    Arbitrary<Row> conversations() {
        return chats();
    }

    @Property(tries = 300)
    void conversationsSurviveEveryShapeThatHoldsThem(@ForAll("conversations") Row row)
            throws Exception {
        ChatRow chat = (ChatRow) row;
        for (DataFormat shape : List.of(DataFormat.SHAREGPT, DataFormat.PROMPT_COMPLETION)) {
            assertThat(meaning(back(shape, chat))).isEqualTo(meaning(chat));
        }
        boolean all = learnt(chat).size() == learnt(new ChatRow(1, chat.messages())).size();
        boolean empty =
                chat.messages().getLast().content().isEmpty()
                        || chat.messages().get(chat.messages().size() - 2).content().isEmpty();
        if (all && !empty) {
            AlpacaRow alpaca = (AlpacaRow) back(DataFormat.ALPACA, chat);
            assertThat(alpaca.chat().messages()).isEqualTo(chat.messages());
        } else {
            assertThatThrownBy(() -> Conversion.to(DataFormat.ALPACA, chat))
                    .isInstanceOf(JsonLine.Fault.class);
        }
    }

    private static Row back(DataFormat shape, Row row) throws JsonLine.Fault {
        return new RowReader(Columns.none(), new Ignored())
                .read(1, shape, Conversion.to(shape, row));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '#',
            value = {
                "{'text':'a'} | messages | line 1 is one text, which has no turns",
                "{'text':'a'} | alpaca | is one text",
                "{'prompt':'','completion':'b'} | messages | has an empty prompt",
                "{'prompt':'a','completion':'b'} | decision | is no decision",
                "{'messages':[{'role':'user','content':'a'},{'role':'assistant','content':'b'}]} | text | becomes text by a chat template only; name a model that has one (--model)",
                "{'messages':[{'role':'user','content':'a'},{'role':'tool','content':'a'},{'role':'assistant','content':'b'}]} | alpaca | has a turn of the tool (message 2) where Alpaca knows only one of the assistant",
                "{'messages':[{'role':'user','content':'a'}]} | sharegpt | line 1: the last message is of role user",
            })
    void whatHasNoCounterpartIsNamedAndNothingIsWritten(String row, String shape, String reason)
            throws IOException {
        Path from = Files.writeString(folder.resolve("in"), row.replace('\'', '"'));
        Path to = folder.resolve("out");
        DataFormat wanted =
                Stream.of(DataFormat.values())
                        .filter(one -> one.word().equals(shape))
                        .findFirst()
                        .orElseThrow();
        assertThatThrownBy(() -> convert(from, to, wanted, DataFileKind.JSONL))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("nothing was written")
                .hasMessageContaining(reason);
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).containsExactly(from);
        }
    }

    @Test
    void decisionsBecomeTheirPromptAndTheNameOfTheAnswer() throws Exception {
        DecisionRow row = Fixtures.choice(1, "It rains.", 1, "wet", "dry");
        String prompt = DecisionPrompt.render(row).text();
        assertThat(back(DataFormat.PROMPT_COMPLETION, row))
                .isEqualTo(new PromptCompletionRow(1, prompt, "dry"));
        assertThat(((ChatRow) back(DataFormat.MESSAGES, row)).messages())
                .containsExactly(
                        new ChatMessage("user", prompt), new ChatMessage("assistant", "dry"));
        assertThat(((AlpacaRow) back(DataFormat.ALPACA, row)).instruction()).isEqualTo(prompt);
        assertThat(back(DataFormat.TEXT, row)).isEqualTo(new TextRow(1, prompt + "dry"));
    }

    @Test
    void aFileThatIsThereIsReplacedOnlyWhenAskedTo() throws IOException {
        Path from = Files.writeString(folder.resolve("in"), "{\"text\":\"a\",\"id\":1}\n");
        Path to = Files.writeString(folder.resolve("out"), "mine");
        assertThatThrownBy(() -> convert(from, to, DataFormat.TEXT, DataFileKind.JSONL))
                .isInstanceOf(FileAlreadyExistsException.class);
        assertThat(to).hasContent("mine");
        DataConversion.Report report =
                DataConversion.convert(
                        new DataConversion.Source(from, DataFormat.AUTO, Columns.none()),
                        to,
                        new DataConversion.Wanted(
                                DataFormat.TEXT, DataFileKind.JSONL, Optional.empty()),
                        true);
        assertThat(report.left()).containsEntry("id", 1);
        assertThat(report.rows()).isEqualTo(1);
        assertThat(to).hasContent("{\"text\":\"a\"}");
    }

    @Test
    void messagesDoNotMixWithTextInAColumn() throws IOException {
        Path from =
                Files.writeString(
                        folder.resolve("in"),
                        "{\"prompt\":\"a\",\"completion\":\"b\"}\n{\"prompt\":[{\"role\":\"user\","
                                + "\"content\":\"a\"}],\"completion\":[{\"role\":\"assistant\","
                                + "\"content\":\"b\"}]}\n");
        Path to = folder.resolve("out");
        assertThatThrownBy(
                        () -> convert(from, to, DataFormat.PROMPT_COMPLETION, DataFileKind.PARQUET))
                .hasMessageContaining("a column of a Parquet file holds one type");
        assertThatThrownBy(() -> convert(from, to, DataFormat.PROMPT_COMPLETION, DataFileKind.CSV))
                .hasMessageContaining("which CSV would hold as text");
        assertThat(Optional.of(to).filter(Files::exists)).isEmpty();
    }

    @Test
    void noFileIsConvertedIntoItself() throws IOException {
        Path rows = folder.resolve("same.jsonl");
        String text = "{\"prompt\":\"a\",\"completion\":\"b\"}\n";
        Files.writeString(rows, text);
        Path symbolic = Files.createSymbolicLink(folder.resolve("symbolic.jsonl"), rows);
        Path hard = Files.createLink(folder.resolve("hard.jsonl"), rows);
        for (Path target :
                List.of(
                        rows,
                        folder.resolve("../" + folder.getFileName() + "/same.jsonl"),
                        symbolic,
                        hard)) {
            assertThatThrownBy(() -> convertToText(rows, target))
                    .isInstanceOf(DataException.class)
                    .hasMessageContaining("is the file that is read")
                    .hasMessageContaining("another name");
        }
        assertThat(rows).hasContent(text.strip());
        assertThat(symbolic).isSymbolicLink();
    }

    @Test
    void aFolderThatIsMissingIsNamed() throws IOException {
        Path rows = Files.writeString(folder.resolve("rows.jsonl"), "{\"text\":\"a\"}\n");
        Path missing = folder.resolve("no/where");
        assertThatThrownBy(() -> convertToText(rows, missing.resolve("x.jsonl")))
                .isInstanceOf(DataException.class)
                .hasMessageContaining("there is no folder " + missing)
                .hasMessageContaining("mkdir -p " + missing)
                .hasMessageNotContaining(".part");
        assertThatThrownBy(() -> convertToText(rows, rows.resolve("x.jsonl")))
                .isInstanceOf(DataException.class)
                .hasMessageContaining(rows + " is no folder");
    }

    private static void convertToText(Path rows, Path target) throws IOException {
        DataConversion.convert(
                new DataConversion.Source(rows, DataFormat.AUTO, Columns.none()),
                target,
                new DataConversion.Wanted(DataFormat.TEXT, DataFileKind.JSONL, Optional.empty()),
                true);
    }
}
