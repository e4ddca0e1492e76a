package dev.tagwerk.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tagwerk.formats.Formats;
import dev.tagwerk.formats.SourceFile;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What strangers' files hold beside the rules' own examples. */
class CopiedFilesTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '#',
            value = {"a.yaml,", "lr=1e-4`", "a.yaml]", "a.yaml'"})
    void aStrayCharacterAtTheEndOfAWord(String word) {
        assertThat(found("job.yaml", job(word))).contains("TW-CMD-002");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '#',
            value = {"[a,b]", "a,b,", "{'a': 'b'}", "x['a']", "`date`", "it's"})
    void whatBelongsTogetherStays(String word) {
        assertThat(found("job.yaml", job(word))).doesNotContain("TW-CMD-002");
    }

    @ParameterizedTest
    @CsvSource({"ro,true", "rw,false"})
    void outputOnAMountThatIsReadOnly(String access, boolean expected) {
        String line =
                "ovhai job run --gpu 1 --timeout 4h --volume data@GRA:/data:"
                        + access
                        + " me/lora:1.0 -- python train.py --output_dir /data/out\n";
        assertThat(found("start.sh", line).contains("TW-STO-012")).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"570.86,true", "580.95,false"})
    void aBaseImageOfANewerCudaThanTheDriver(String driver, boolean expected) {
        Circumstances known =
                new Circumstances(
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(driver),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty());
        String text = "FROM nvidia/cuda:13.0.1-devel-ubuntu24.04\nRUN true\n";
        assertThat(
                        Preflight.look(
                                        Formats.read(new SourceFile("Dockerfile", text))
                                                .documents(),
                                        List.of(),
                                        known)
                                .stream()
                                .anyMatch(finding -> finding.rule().id().equals("TW-GPU-003")))
                .isEqualTo(expected);
    }

    private static String job(String word) {
        return "type: Microsoft.App/jobs\nproperties:\n  template:\n    containers:\n"
                + "    - {name: a, image: a/b:1, args: [\""
                + word
                + "\"]}\n";
    }

    private static List<String> found(String name, String text) {
        return Preflight.look(
                        Formats.read(new SourceFile(name, text)).documents(),
                        List.of(),
                        Circumstances.UNKNOWN)
                .stream()
                .map(finding -> finding.rule().id())
                .toList();
    }
}
