package dev.tagwerk.local;

import dev.tagwerk.runfolder.Disk;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Starts the wrapper in a session of its own, with exactly the environment of the plan. */
final class Launcher {
    private final Disk disk;
    private final Map<String, String> callerEnvironment;

    Launcher(Disk disk, Map<String, String> callerEnvironment) {
        this.disk = disk;
        this.callerEnvironment = callerEnvironment;
    }

    Process launch(LaunchPlan plan, AttemptFiles files) throws IOException {
        disk.createFolders(files.folder());
        try {
            disk.create(files.log(), new byte[0]);
        } catch (FileAlreadyExistsException secondTry) {
            // The output of both goes into the one log.
        }
        ProcessBuilder builder = new ProcessBuilder(commandLine(plan, files));
        builder.directory(plan.runFolder().toFile());
        builder.redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
        builder.redirectErrorStream(true);
        builder.redirectOutput(ProcessBuilder.Redirect.appendTo(files.log().toFile()));
        Map<String, String> environment = builder.environment();
        environment.clear();
        for (String name : plan.inherit()) {
            String value = callerEnvironment.get(name);
            if (value != null) {
                environment.put(name, value);
            }
        }
        environment.putAll(plan.environment());
        environment.put(Sessions.MARK, plan.attempt());
        return builder.start();
    }

    private static List<String> commandLine(LaunchPlan plan, AttemptFiles files)
            throws IOException {
        List<String> line = new ArrayList<>();
        line.addAll(List.of("setsid", "sh", "-c", wrapper(), "tagwerk-attempt"));
        line.add(files.pid().toString());
        line.add(files.exit().toString());
        line.addAll(plan.arguments());
        return line;
    }

    private static String wrapper() throws IOException {
        try (@Nullable InputStream script = Launcher.class.getResourceAsStream("wrapper.sh")) {
            if (script == null) {
                throw new FileNotFoundException("wrapper.sh is missing from the installation");
            }
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
