package dev.tagwerk.train;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Starts the program of a further rank ({@link RankMain}). */
@FunctionalInterface
interface RankLauncher {
    /**
     * Starts it with pipes for standard input and output.
     *
     * @param environment what differs from this process's environment
     * @param log takes what it says on standard error
     */
    Process start(List<String> arguments, Map<String, String> environment, Path log)
            throws IOException;

    /** On this process's Java, with its flags and class path. */
    static RankLauncher likeThisProcess() {
        return (arguments, environment, log) -> {
            // ProcessHandle would cut the arguments at a page; class paths are longer.
            String own = Files.readString(Path.of("/proc/self/cmdline"), Charset.defaultCharset());
            List<String> command = new ArrayList<>();
            for (String word : own.split("\0")) {
                if (word.equals(TrainerMain.class.getName())) {
                    command.add(RankMain.class.getName());
                    command.addAll(arguments);
                    return launch(command, environment, log);
                }
                command.add(word);
            }
            throw new IOException("this process was not started as " + TrainerMain.class.getName());
        };
    }

    /** Starts a command with the pipes and the log that a rank has. */
    static Process launch(List<String> command, Map<String, String> environment, Path log)
            throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().putAll(environment);
        builder.redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
        return builder.start();
    }
}
