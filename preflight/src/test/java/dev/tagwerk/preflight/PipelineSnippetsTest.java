package dev.tagwerk.preflight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * What docs/check.md gives to teams, run as their services run it, against the release archive that
 * {@code TAGWERK_RELEASE} names; skipped without it.
 */
class PipelineSnippetsTest {
    private static final Path SOURCES = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern YAML = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);
    @TempDir private Path folder;
    private String release = "";
    private Path work = Path.of("");
    private final Map<String, String> environment = new TreeMap<>();

    /** A team's repository, with one job that will fail. */
    @BeforeEach
    void repository() throws IOException {
        String named = System.getenv("TAGWERK_RELEASE");
        assumeTrue(named != null && !named.isEmpty(), "TAGWERK_RELEASE names no archive");
        release = Path.of(named).toAbsolutePath().toString();
        assertThat(Path.of(release)).isRegularFile();
        work = Files.createDirectories(folder.resolve("work"));
        Files.createDirectories(work.resolve("deploy"));
        Files.copy(SOURCES.resolve("examples/check/train.yaml"), work.resolve("deploy/train.yaml"));
        environment.put("XDG_CACHE_HOME", folder.resolve("cache").toString());
        environment.put("TAGWERK_AOT", "never");
    }

    private static List<Map<?, ?>> snippets() throws IOException {
        Matcher found = YAML.matcher(Files.readString(SOURCES.resolve("docs/check.md")));
        List<Map<?, ?>> all = new ArrayList<>();
        while (found.find()) {
            if (load(found.group(1)) instanceof Map<?, ?> map) {
                all.add(map);
            }
        }
        return all;
    }

    private static Object load(String yaml) {
        return new Load(LoadSettings.builder().build()).loadFromString(yaml);
    }

    private String run(int status, String... words) throws IOException, InterruptedException {
        Path output = Files.createTempFile(folder, "run", ".out");
        ProcessBuilder builder =
                new ProcessBuilder(words)
                        .directory(work.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        String said = Files.readString(output);
        assertThat(process.exitValue()).as(said).isEqualTo(status);
        return said;
    }

    @Test
    void theGitLabJobsLines() throws IOException, InterruptedException {
        Map<?, ?> job =
                (Map<?, ?>)
                        snippets().stream()
                                .map(one -> one.get("preflight"))
                                .filter(one -> one instanceof Map<?, ?> map)
                                .filter(one -> ((Map<?, ?>) one).toString().contains("curl"))
                                .findFirst()
                                .orElseThrow();
        StringBuilder script = new StringBuilder("set -e\n");
        ((List<?>) job.get("script")).forEach(line -> script.append(line).append('\n'));
        environment.put("TAGWERK_ARCHIVE", Path.of(release).toUri().toString());
        run(3, "sh", "-c", script.toString());
        assertThat(work.resolve("preflight.xml")).content().contains("TW-CMD-001", "<testsuite");
    }

    @Test
    void theActionsScript() throws IOException, InterruptedException {
        Map<?, ?> action = (Map<?, ?>) load(Files.readString(SOURCES.resolve("action.yml")));
        List<?> steps = (List<?>) ((Map<?, ?>) action.get("runs")).get("steps");
        Map<?, ?> step = (Map<?, ?>) steps.getLast();
        for (Object name : ((Map<?, ?>) step.get("env")).keySet()) {
            environment.put(name.toString(), "");
        }
        environment.put("FILES", "deploy\n");
        environment.put("OPTIONS", "--duration\n4h30m\n");
        environment.put("ARCHIVE", release);
        environment.put("SARIF", "tagwerk.sarif");
        environment.put("GITHUB_ACTION_PATH", "/nowhere");
        // `shell: bash` means this (GitHub's workflow syntax, jobs.<id>.steps[*].shell)
        String[] bash = {
            "bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step.get("run").toString()
        };
        run(3, bash);
        assertThat(work.resolve("tagwerk.sarif")).content().contains("TW-CMD-001", "2.1.0");
    }

    /** The hooks in the real pre-commit, which {@code TAGWERK_PRE_COMMIT} names. */
    @Test
    void theHooks() throws IOException, InterruptedException {
        String program = System.getenv("TAGWERK_PRE_COMMIT");
        assumeTrue(program != null && !program.isEmpty(), "TAGWERK_PRE_COMMIT names no program");
        environment.put("PRE_COMMIT_HOME", folder.resolve("pre-commit").toString());
        Path unpacked = Files.createDirectory(folder.resolve("release"));
        run(0, "tar", "-xzf", release, "-C", unpacked.toString(), "--strip-components=1");
        environment.put("PATH", unpacked + ":" + System.getenv("PATH"));
        // A release stands for the sources, which the hook would build first.
        Path hooks = Files.createDirectory(folder.resolve("hooks"));
        Files.copy(
                SOURCES.resolve(".pre-commit-hooks.yaml"), hooks.resolve(".pre-commit-hooks.yaml"));
        Files.copy(unpacked.resolve("tagwerk"), hooks.resolve("tagwerk"));
        assertThat(hooks.resolve("tagwerk").toFile().setExecutable(true)).isTrue();
        Files.createSymbolicLink(hooks.resolve("lib"), unpacked.resolve("lib"));
        commit(hooks);
        run(0, "git", "-C", hooks.toString(), "tag", "v0.1.0");
        String config =
                Stream.of(Files.readString(SOURCES.resolve("docs/check.md")).split("```yaml\n"))
                        .filter(one -> one.startsWith("repos:"))
                        .map(one -> one.substring(0, one.indexOf("```")))
                        .findFirst()
                        .orElseThrow()
                        .replace("https://example.com/your/tagwerk.git", hooks.toString());
        Files.writeString(work.resolve("notes.txt"), "no job\n");
        for (String id : List.of("tagwerk-check", "tagwerk-check-installed")) {
            Files.writeString(
                    work.resolve(".pre-commit-config.yaml"),
                    config.replace("id: tagwerk-check ", "id: " + id + " "));
            commit(work);
            assertThat(run(1, program, "run", "--all-files"))
                    .contains("Failed", "exit code: 3", "TW-CMD-001");
            assertThat(run(0, program, "run", "--files", "notes.txt")).contains("Skipped");
        }
    }

    private void commit(Path repository) throws IOException, InterruptedException {
        String git = "git -c user.name=t -c user.email=t@example.com ";
        run(
                0,
                "sh",
                "-c",
                "cd '"
                        + repository
                        + "' && git init -q . && git add -A && "
                        + git
                        + "commit -q -m x");
    }
}
