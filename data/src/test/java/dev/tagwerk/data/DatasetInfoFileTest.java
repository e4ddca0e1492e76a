package dev.tagwerk.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tagwerk.runfolder.Disk;
import dev.tagwerk.spec.Column;
import dev.tagwerk.spec.Columns;
import dev.tagwerk.spec.DataFormat;
import dev.tagwerk.spec.DataRef;
import dev.tagwerk.spec.DatasetInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DatasetInfoFileTest {
    @TempDir Path folder;

    private DataSets.Source source(String entry, DataRef ref) throws IOException {
        Path list =
                Files.writeString(
                        folder.resolve("dataset_info.json"),
                        ("{'mine':" + entry + "}").replace('\'', '"'));
        DataSets sets =
                new DataSets(new DataStore(folder.resolve("s"), Disk.real(), Clock.systemUTC()));
        return sets.source(
                ref, DataFormat.AUTO, Columns.none(), Optional.of(new DatasetInfo(list, "mine")));
    }

    @Test
    void anEntrySaysFileShapeAndColumns() throws IOException {
        DataSets.Source source =
                source(
                        "{'file_name':'sub/x.json','formatting':'sharegpt','columns':"
                                + "{'messages':'dialog','system':'sys','tools':null},'tags':"
                                + "{'role_tag':'who','content_tag':'says','user_tag':'u',"
                                + "'assistant_tag':'a','function_tag':'f','observation_tag':'o',"
                                + "'system_tag':'s'}}",
                        new DataRef.Listed());
        assertThat(source.ref().file()).isEqualTo(folder.resolve("sub/x.json"));
        assertThat(source.format()).isEqualTo(DataFormat.SHAREGPT);
        assertThat(source.columns().names())
                .isEqualTo(
                        Map.of(
                                Column.MESSAGES, "dialog",
                                Column.SYSTEM, "sys",
                                Column.ROLE, "who",
                                Column.CONTENT, "says",
                                Column.USER_ROLE, "u",
                                Column.ASSISTANT_ROLE, "a",
                                Column.FUNCTION_ROLE, "f",
                                Column.TOOL_ROLE, "o",
                                Column.SYSTEM_ROLE, "s"));
        Path rows =
                Files.writeString(
                        folder.resolve("x.json"),
                        "[{\"dialog\":[{\"who\":\"u\",\"says\":\"1\"},{\"who\":\"f\",\"says\":\"2\"},"
                                + "{\"who\":\"o\",\"says\":\"3\"},{\"who\":\"a\",\"says\":\"4\"}],"
                                + "\"sys\":\"0\"}]");
        ReadRows read = DataFile.read(rows, source.format(), source.columns());
        assertThat(((ChatRow) read.rows().getFirst()).messages())
                .extracting(message -> message.role() + message.content())
                .containsExactly("system0", "user1", "assistant2", "tool3", "assistant4");
    }

    @Test
    void theJobsOwnFileGoesBeforeTheEntrys() throws IOException {
        DataRef own = new DataRef.File(Path.of("/own.json"));
        DataSets.Source source =
                source("{'hf_hub_url':'a/b','columns':{'prompt':'q','response':'r'}}", own);
        assertThat(source.ref()).isEqualTo(own);
        assertThat(source.format()).isEqualTo(DataFormat.ALPACA);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '#',
            value = {
                "{'hf_hub_url':'a/b'} | files of this machine only; download the data",
                "{'file_name':'a','ranking':true} | preference rows",
                "{'file_name':'a','num_samples':3} | \"num_samples\" is not honoured",
                "{'file_name':'a','formatting':'x'} | known are alpaca, sharegpt and openai",
                "{'file_name':'a','columns':{'images':'i'}} | \"columns.images\" is a part",
                "{'file_name':'a','columns':{'role_tag':'i'}} | \"columns.role_tag\" is a part",
                "{} | names no file_name",
                "3 | has no entry \"mine\"",
            })
    void whatIsNotDoneHereIsRefusedByName(String entry, String reason) {
        assertThatThrownBy(() -> source(entry, new DataRef.Listed()))
                .isInstanceOf(DataException.class)
                .hasMessageContaining(reason);
    }

    @Test
    void missingEntriesAndFilesAreNamed() throws IOException {
        Path list = Files.writeString(folder.resolve("l.json"), "{\"alpaca_en\":{}}");
        assertThatThrownBy(() -> DatasetInfoFile.read(new DatasetInfo(list, "alpaca_eng")))
                .hasMessageContaining("did you mean \"alpaca_en\"?");
        assertThatThrownBy(() -> DatasetInfoFile.read(new DatasetInfo(folder.resolve("no"), "a")))
                .isInstanceOf(DataException.class);
        Path broken = Files.writeString(folder.resolve("b.json"), "{");
        assertThatThrownBy(() -> DatasetInfoFile.read(new DatasetInfo(broken, "a")))
                .isInstanceOf(DataException.class);
    }
}
