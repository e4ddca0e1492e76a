package dev.tagwerk.data;

import dev.tagwerk.runfolder.Disk;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;

/** Pushes one file: a process that a test kills. */
final class PushProcess {
    private PushProcess() {}

    public static void main(String[] arguments) {
        new DataStore(Path.of(arguments[0]), Disk.real(), Clock.systemUTC())
                .push(Path.of(arguments[1]), "large", Optional.empty(), Optional.empty());
    }
}
