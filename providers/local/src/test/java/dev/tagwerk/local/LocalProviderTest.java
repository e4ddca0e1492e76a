package dev.tagwerk.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tagwerk.engine.Attempt;
import dev.tagwerk.engine.EngineException;
import dev.tagwerk.engine.Handle;
import dev.tagwerk.engine.Observation;
import dev.tagwerk.engine.Pause;
import dev.tagwerk.engine.Payload;
import dev.tagwerk.engine.Provider;
import dev.tagwerk.engine.ProviderContract;
import dev.tagwerk.runfolder.Disk;
import dev.tagwerk.runfolder.ProcessIdentity;
import dev.tagwerk.runfolder.Processes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LocalProviderTest extends ProviderContract {
    private static final Map<String, String> CALLER = new HashMap<>(System.getenv());

    static {
        CALLER.put("HF_TOKEN", "secret-of-the-caller");
        CALLER.put("LANG", "C.UTF-8");
    }

    @Override
    protected Provider provider(Program program, Path runs) {
        return provider(script(program), runs);
    }

    private static Provider provider(String script, Path runs) {
        // The script sees "--run FOLDER --attempt ID" as $1 to $4.
        TrainerCommand command =
                new TrainerCommand(
                        List.of("sh", "-c", "echo x >>\"$2/executions\"\n" + script, "trainer"),
                        Map.of("SETTING", "given"));
        return new LocalProvider(
                command,
                runs,
                new LocalProvider.Surroundings(
                        CALLER, Processes.real(), Disk.real(), Pause.real()));
    }

    private static String script(Program program) {
        return switch (program) {
            case SUCCEEDS -> "echo hello; echo grüße";
            case FAILS -> "exit 3";
            case WORKS ->
                    "trap 'echo checkpoint; exit 143' TERM; echo working;"
                            + " while :; do sleep 0.1; done";
            case STUBBORN -> "trap '' TERM; echo working; while :; do sleep 0.1; done";
            case KILLED -> "kill -9 $$";
        };
    }

    private Handle start(String script) {
        Provider provider = provider(script, runs);
        Payload payload = provider.render(new Attempt("job-1-a9", run()));
        return provider.submit(payload, "job-1-a9");
    }

    private static String log(Handle handle, Path runs) {
        return provider("", runs).logs(handle, 0).text();
    }

    @Test
    void theEnvironmentIsWhatThePlanSays() {
        Handle handle = start("env; umask; readlink /proc/self/fd/0; pwd");
        assertThat(untilEnded(handle)).isEqualTo(new Observation.Exited(0));
        assertThat(log(handle, runs))
                .contains("SETTING=given", "LANG=C.UTF-8", "TAGWERK_ATTEMPT=job-1-a9")
                .contains("0077", "/dev/null", run().toString())
                .doesNotContain("secret-of-the-caller");
    }

    @Test
    void theAttemptHasASessionOfItsOwn() throws Exception {
        Handle handle =
                start(
                        "cut -d' ' -f6 </proc/$$/stat; cut -d' ' -f6 </proc/"
                                + ProcessHandle.current().pid()
                                + "/stat");
        untilEnded(handle);
        String[] sessions = log(handle, runs).split("\n", -1);
        assertThat(sessions[0]).isEqualTo(Long.toString(LocalHandle.read(handle).process().pid()));
        assertThat(sessions[0]).isNotEqualTo(sessions[1]);
    }

    @Test
    void aReusedPidIsNeverTakenForOurs() {
        Handle ours = submit(Program.WORKS, "job-1-a1");
        LocalHandle local = LocalHandle.read(ours);
        Handle other =
                new LocalHandle(
                                "job-1-a7",
                                local.runFolder(),
                                new ProcessIdentity(local.process().pid(), "boot:1"))
                        .handle();
        Provider provider = provider(Program.WORKS, runs);
        assertThat(provider.observe(other)).isInstanceOf(Observation.Gone.class);
        provider.stop(other, Duration.ZERO);
        assertThat(provider.observe(ours)).isEqualTo(new Observation.Running());
    }

    @Test
    void killedTogetherWithItsWrapperItIsGone() throws Exception {
        Handle handle = submit(Program.WORKS, "job-1-a1");
        long group = LocalHandle.read(handle).process().pid();
        new ProcessBuilder("sh", "-c", "kill -s KILL -- -" + group).start().waitFor();
        assertThat(untilEnded(handle)).isInstanceOf(Observation.Gone.class);
    }

    @Test
    void killingTheWrapperAloneLosesNoProcess() throws Exception {
        Handle handle = submit(Program.WORKS, "job-1-a1");
        while (!log(handle, runs).contains("working")) {
            Thread.sleep(20);
        }
        long wrapper = LocalHandle.read(handle).process().pid();
        new ProcessBuilder("sh", "-c", "kill -9 " + wrapper).start().waitFor();
        Thread.sleep(100);
        Provider provider = provider(Program.WORKS, runs);
        assertThat(provider.observe(handle)).isEqualTo(new Observation.Running());
        provider.stop(handle, Duration.ofSeconds(20));
        assertThat(provider.observe(handle).ended()).isTrue();
        assertThat(log(handle, runs)).contains("checkpoint");
    }

    @Test
    void allFilesArePrivate() throws Exception {
        Handle handle = start("exit 0");
        untilEnded(handle);
        AttemptFiles files = LocalHandle.read(handle).files();
        for (Path file : List.of(files.pid(), files.exit(), files.log())) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------");
        }
    }

    @Test
    void aMissingProgramEndsWith127AndSaysSo() {
        Provider provider =
                new LocalProvider(
                        TrainerCommand.java(
                                Path.of("/no/such/java"), List.of(), "a.jar", "Main", Map.of()),
                        runs,
                        LocalProvider.Surroundings.real());
        Payload payload = provider.render(new Attempt("job-1-a1", run()));
        assertThat(payload.text()).contains("/no/such/java", "-cp", "a.jar", "Main", "--attempt");
        Handle handle = provider.submit(payload, "job-1-a1");
        assertThat(untilEnded(handle)).isEqualTo(new Observation.Exited(127));
        assertThat(log(handle, runs)).contains("/no/such/java");
    }

    @Test
    void whatCannotBeStartedIsRefused() {
        Provider provider = provider("", runs);
        Path missing = Path.of("/proc/no/such/folder");
        Payload payload = provider.render(new Attempt("job-1-a1", missing));
        assertThatThrownBy(() -> provider.submit(payload, "job-1-a1"))
                .isInstanceOfSatisfying(
                        EngineException.class,
                        refused ->
                                assertThat(refused.code())
                                        .isEqualTo(EngineException.SUBMIT_REFUSED));
        assertThatThrownBy(() -> provider.submit(payload, "another"))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
