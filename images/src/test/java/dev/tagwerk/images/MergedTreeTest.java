package dev.tagwerk.images;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MergedTreeTest {
    @TempDir private Path folder;

    private ImageFiles merged(Tar... layers) throws IOException {
        TestImage image = new TestImage();
        for (Tar layer : layers) {
            image.layer(layer);
        }
        return TestImage.inspect(image.layout(folder.resolve("layout"))).files();
    }

    @Test
    void aWhiteoutHidesWhatLiesBelowAndNotWhatTheSameLayerAdds() throws IOException {
        ImageFiles files =
                merged(
                        new Tar().file("a/old", "1").file("a/sub/deep", "1").file("b", "1"),
                        new Tar().file("b", "22").whiteout("b").whiteout("a/sub"));
        assertThat(files.find("/a/old")).isPresent();
        assertThat(files.find("/a/sub")).isEmpty();
        assertThat(files.find("/b").orElseThrow().size()).isEqualTo(2);
    }

    @Test
    void anOpaqueFolderKeepsOnlyItsOwnLayersFilesWhereverTheMarkerStands() throws IOException {
        ImageFiles files =
                merged(
                        new Tar().folder("a", 0700).file("a/old", "1").file("a/both", "1"),
                        new Tar().file("a/both", "22").opaque("a").file("a/new", "2"));
        assertThat(files.find("/a/old")).isEmpty();
        assertThat(files.find("/a/both").orElseThrow().size()).isEqualTo(2);
        assertThat(files.find("/a/new")).isPresent();
    }

    @Test
    void aFileInAFoldersPlaceTakesItAway() throws IOException {
        ImageFiles files =
                merged(new Tar().file("a/x", "1"), new Tar().file("a", "file"), new Tar());
        assertThat(files.find("/a").orElseThrow().kind()).isEqualTo(FileKind.FILE);
        assertThat(files.find("/a/x")).isEmpty();
    }

    @Test
    void linksAreFollowedWithinTheImageOnly() throws IOException {
        ImageFiles files =
                merged(
                        new Tar()
                                .file("usr/lib/x", "12345")
                                .link("lib", "usr/lib")
                                .link("up", "../../../../usr/lib/x")
                                .link("loop", "loop2")
                                .link("loop2", "loop")
                                .link("nowhere", "/none"),
                        new Tar().file("lib/y", "1"));
        assertThat(files.find("/lib/x").orElseThrow().path()).isEqualTo("/usr/lib/x");
        assertThat(files.find("/up").orElseThrow().size()).isEqualTo(5);
        assertThat(files.find("/loop")).isEmpty();
        assertThat(files.find("/nowhere")).isEmpty();
        assertThat(files.find("/usr/lib/y")).isPresent();
    }

    @Test
    void aHardLinkHasItsTargetsFacts() throws IOException {
        ImageFiles files =
                merged(
                        new Tar()
                                .owner(5, 6)
                                .file("bin/real", 0755, new byte[77])
                                .hardLink("bin/also", "bin/real")
                                .hardLink("bin/none", "gone"));
        assertThat(files.find("/bin/also"))
                .contains(new ImageFile("/bin/also", FileKind.FILE, 0755, 5, 6, 77, ""));
        assertThat(files.find("/bin/none").orElseThrow().kind()).isEqualTo(FileKind.HARD_LINK);
    }

    @Test
    void namesThatLeadOutAreCountedAndLeftOut() throws IOException {
        TestImage image =
                new TestImage()
                        .layer(
                                new Tar()
                                        .file("../etc/passwd", "x")
                                        .file("a/../../b", "x")
                                        .file("/absolute", "x")
                                        .file("./dotted/./c", "x")
                                        .file("n/".repeat(600) + "deep", "x"));
        ImageReport report = TestImage.inspect(image.layout(folder.resolve("layout")));
        assertThat(report.layers().getFirst().ignoredNames()).isEqualTo(3);
        assertThat(report.files().find("/absolute")).isPresent();
        assertThat(report.files().find("/dotted/c")).isPresent();
        assertThat(report.files().find("/etc/passwd")).isEmpty();
        assertThat(report.notes()).anyMatch(note -> note.contains("3 names"));
    }

    @Test
    void aScriptsFirstLineIsKeptWithItsStrayCharacters() throws IOException {
        ImageFiles files =
                merged(
                        new Tar()
                                .file("run.sh", 0755, "#!/bin/bash\r\necho".getBytes())
                                .file("no.sh", 0644, "#!/bin/sh\n".getBytes()));
        assertThat(files.find("/run.sh").orElseThrow().text()).isEqualTo("#!/bin/bash\r");
        assertThat(files.find("/no.sh").orElseThrow().text()).isEmpty();
    }
}
