package dev.tagwerk.runfolder;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

enum RealProcesses implements Processes {
    INSTANCE;

    private static final Path PROC = Path.of("/proc");

    @Override
    public ProcessIdentity self() {
        long pid = ProcessHandle.current().pid();
        return find(pid).orElseGet(() -> new ProcessIdentity(pid, "unknown"));
    }

    @Override
    public Optional<ProcessIdentity> find(long pid) {
        if (pid <= 0) {
            return Optional.empty();
        }
        if (Files.isReadable(PROC.resolve("self/stat"))) {
            return linux(pid);
        }
        return ProcessHandle.of(pid)
                .filter(ProcessHandle::isAlive)
                .map(
                        handle -> {
                            Instant start = handle.info().startInstant().orElse(Instant.EPOCH);
                            return new ProcessIdentity(pid, Long.toString(start.toEpochMilli()));
                        });
    }

    private static Optional<ProcessIdentity> linux(long pid) {
        try {
            String stat =
                    Files.readString(
                            PROC.resolve(Long.toString(pid)).resolve("stat"),
                            StandardCharsets.ISO_8859_1);
            // The command name stands in parentheses and may itself hold spaces and parentheses.
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            String state = fields[0];
            if (state.equals("Z") || state.equals("X")) {
                return Optional.empty();
            }
            String startTicks = fields[19];
            return Optional.of(new ProcessIdentity(pid, bootId() + ":" + startTicks));
        } catch (IOException | IndexOutOfBoundsException gone) {
            return Optional.empty();
        }
    }

    private static String bootId() {
        try {
            return Files.readString(PROC.resolve("sys/kernel/random/boot_id")).strip();
        } catch (IOException unreadable) {
            return "boot";
        }
    }

    @Override
    public String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException noName) {
            return Optional.ofNullable(System.getenv("HOSTNAME")).orElse("localhost");
        }
    }
}
