package dev.tagwerk.modelfiles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HubCacheTest {
    private static final String COMMIT = "0123456789abcdef0123456789abcdef01234567";

    @TempDir private Path temporary;
    private Path model;
    private Path snapshot;
    private Map<String, String> environment;

    @BeforeEach
    void cache() throws Exception {
        environment = Map.of("HF_HUB_CACHE", temporary.toString());
        model = temporary.resolve("models--org--name");
        snapshot = Files.createDirectories(model.resolve("snapshots").resolve(COMMIT));
        Files.createDirectories(model.resolve("refs/refs/pr"));
        Files.writeString(model.resolve("refs/main"), COMMIT);
        Files.writeString(model.resolve("refs/v1.0"), COMMIT + "\n");
        Files.writeString(model.resolve("refs/refs/pr/1"), COMMIT);
    }

    private Optional<Path> find(String repository, String revision) {
        return HubCache.fromEnvironment(environment)
                .snapshot(
                        repository, revision.isEmpty() ? Optional.empty() : Optional.of(revision));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "main", "v1.0", "refs/pr/1", COMMIT})
    void findsBranchesTagsAndCommits(String revision) {
        assertThat(find("org/name", revision)).hasValue(snapshot);
    }

    @Test
    void saysWhatIsNotThere() {
        assertThat(find("org/name", "other")).isEmpty();
        assertThat(find("org/name", "refs/pr/2")).isEmpty();
        assertThat(find("org/other", "")).isEmpty();
        assertThatThrownBy(() -> ModelFiles.resolve("org/name", Optional.of("other"), environment))
                .isInstanceOf(ModelFilesException.class)
                .hasMessageContainingAll(
                        "org/name@other", model.toString(), "tagwerk models pull org/name@other`");
        assertThatThrownBy(() -> ModelFiles.resolve("org/no", Optional.empty(), environment))
                .isInstanceOf(ModelFilesException.class)
                .hasMessageContainingAll("org/no@main", temporary.toString(), "does not exist");
    }

    @Test
    void aReferenceMustHoldACommit() throws Exception {
        Files.writeString(model.resolve("refs/main"), "../../..");
        assertThatThrownBy(() -> find("org/name", "main"))
                .isInstanceOf(ModelFilesException.class)
                .hasMessageContaining("does not hold a commit");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/",
                "org/",
                "/name",
                "../name",
                "org/..",
                "a/b/c",
                "org/na--me",
                "org/.name",
                "org/name-",
                "org\\name",
                "org/na me",
                "org/name.git",
                "org/na..me",
                "org/name\n"
            })
    void namesThatCannotBeAreRefused(String repository) {
        assertThatThrownBy(() -> find(repository, "main"))
                .isInstanceOf(ModelFilesException.class)
                .hasMessageContaining("org/name");
    }

    @ParameterizedTest
    @ValueSource(strings = {"..", "../x", "a/../b", "/etc", "a//b", "a\\b", " ", "a\u0000b", "."})
    void revisionsThatLeaveTheFolderAreRefused(String revision) {
        assertThatThrownBy(() -> find("org/name", revision))
                .isInstanceOf(ModelFilesException.class)
                .hasMessageContaining("cannot be a revision");
    }

    @Test
    void theEnvironmentDecidesWhere() {
        assertThat(folder(Map.of("HOME", "/h"))).isEqualTo(Path.of("/h/.cache/huggingface/hub"));
        assertThat(folder(Map.of("HOME", "/h", "XDG_CACHE_HOME", "/x")))
                .isEqualTo(Path.of("/x/huggingface/hub"));
        assertThat(folder(Map.of("HOME", "/h", "XDG_CACHE_HOME", "/x", "HF_HOME", "~/hf")))
                .isEqualTo(Path.of("/h/hf/hub"));
        assertThat(folder(Map.of("HF_HOME", "/hf", "HF_HUB_CACHE", "/c", "HOME", "/h")))
                .isEqualTo(Path.of("/c"));
    }

    private static Path folder(Map<String, String> environment) {
        return HubCache.fromEnvironment(environment).folder();
    }
}
