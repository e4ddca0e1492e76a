package dev.tagwerk.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tagwerk.formats.Formats;
import dev.tagwerk.formats.SourceFile;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Keys at the top of tasks, and probes that were killed. */
class SmallGapsTest {
    private static List<String> said(String rule, String name, String text) {
        return Preflight.look(
                        Formats.read(new SourceFile(name, text)).documents(),
                        List.of(),
                        Circumstances.UNKNOWN)
                .stream()
                .filter(finding -> finding.rule().id().equals(rule))
                .map(finding -> finding.severity() + " " + finding.write())
                .toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    resorces: {accelerators: T4}    | WARNING resources
                    resources: {acelerators: T4}    | WARNING accelerators
                    file_mount: {/data: ./data}     | WARNING file_mounts
                    num_node: 2                     | WARNING num_nodes
                    """)
    void aSkyPilotTaskThatOnlyAMisspeltKeyTells(String line, String expected) {
        assertThat(said("TW-KEY-001", "task.yaml", line + "\nrun: python train.py\n"))
                .containsExactly(expected);
    }

    @Test
    void keysAtTheTopOfADstackTask() {
        String task = "type: task\ncomands: [x]\ncommands: [a]\nresources: {gpu: T4}\n%s: 4h\n";
        assertThat(said("TW-KEY-001", "t.dstack.yml", task.formatted("max_duraton")))
                .containsExactly("WARNING commands", "WARNING max_duration");
        assertThat(
                        said(
                                "TW-KEY-001",
                                "t.dstack.yml",
                                task.replace("comands: [x]\n", "").formatted("max_duration")))
                .isEmpty();
    }

    @Test
    void anotherToolsFileIsNoTask() {
        assertThat(
                        Formats.read(new SourceFile("x.yaml", "run: make\nresources: {a: 1}\n"))
                                .documents())
                .isEmpty();
    }

    @Test
    void aProbeWithoutItsLastLineWasKilled() {
        String start = "{\"probe\":\"start\",\"ok\":true,\"seconds\":0.02,\"format\":1}\n";
        String end = "{\"probe\":\"end\",\"ok\":true,\"seconds\":9.00}\n";
        assertThat(said("TW-PRB-023", "p.jsonl", start + end)).isEmpty();
        assertThat(said("TW-PRB-023", "p.jsonl", start)).hasSize(1);
        assertThat(said("TW-PRB-023", "p.jsonl", start + start + end)).hasSize(1);
    }
}
