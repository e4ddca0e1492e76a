package dev.tagwerk.formats;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProbeReaderTest {
    private static Understood read(String name, String text) {
        return Formats.read(new SourceFile(name, text));
    }

    @Test
    void linesOfAFileOfTheirOwn() {
        Understood read =
                read(
                        "probe.jsonl",
                        """
                        {"probe":"start","ok":true,"seconds":0.01}
                        {"probe":"gpu","ok":true,"seconds":1.20,"name":"Tesla T4","memory_mib":15360}
                        """);
        assertThat(read.faults()).isEmpty();
        Document document = read.documents().getFirst();
        assertThat(document.format()).isEqualTo(Format.PROBE);
        assertThat(document.root().items()).hasSize(2);
        Node gpu = document.root().items().get(1);
        assertThat(gpu.text("memory_mib").flatMap(Scalar::asWhole)).contains(15360);
        assertThat(gpu.text("name").orElseThrow().place()).isEqualTo(new Place(2, 41));
        assertThat(gpu.text("name").orElseThrow().path()).isEqualTo("[1].name");
    }

    @Test
    void linesAmongOthersOfALog() {
        Understood read =
                read(
                        "job.log",
                        """
                        Pulling image
                        2026-12-01T10:00:00Z stdout F {"probe":"start","ok":true,"seconds":0}
                        {"probe":"liveness","status":"fine"}
                        2026-12-01T10:00:01Z stdout F {"probe":"shm","ok":true,"seconds":0.1,"total_mib":64}\r
                        Epoch 1
                        {"probe":"start","ok":true,"seconds":0}
                        """);
        assertThat(read.faults()).isEmpty();
        assertThat(read.documents()).hasSize(2);
        Node shm = read.documents().getFirst().root().items().get(1);
        assertThat(shm.text("total_mib").orElseThrow().place()).isEqualTo(new Place(4, 70));
    }

    @Test
    void brokenLinesAreSaid() {
        Understood read =
                read(
                        "probe.jsonl",
                        """
                        {"probe":"start","ok":true,"seconds":0}
                        {"probe":"gpu","ok":tr
                        {"probe":"gpu","ok":true,"ok":false,"seconds":0}
                        """);
        assertThat(read.faults()).extracting(fault -> fault.place().line()).containsExactly(2, 3);
        assertThat(read.documents()).hasSize(1);
    }

    @Test
    void otherFilesAreLeftToOthers() {
        assertThat(read("probe.sh", "printf '{\"probe\":\"%s\"}'").documents())
                .extracting(Document::format)
                .containsExactly(Format.SHELL);
        assertThat(read("x.log", "{\"probe\":\"liveness\"}\n{\"probe\":\"").documents()).isEmpty();
        assertThat(read("x.txt", "nothing").documents()).isEmpty();
    }
}
