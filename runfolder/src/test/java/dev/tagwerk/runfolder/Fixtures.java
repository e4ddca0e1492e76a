package dev.tagwerk.runfolder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

final class Fixtures {
    static final Instant NOON = Instant.parse("2026-11-30T12:00:00Z");
    static final Clock CLOCK = Clock.fixed(NOON, ZoneOffset.UTC);
    static final Fingerprint FINGERPRINT =
            new Fingerprint(
                    "Test CPU",
                    2,
                    2,
                    1,
                    "AVX512",
                    "Linux 6",
                    "25",
                    "2.10.0",
                    "0.1.0",
                    Optional.empty());
    static final Result RESULT =
            new Result(
                    Result.SUCCEEDED,
                    12,
                    Optional.empty(),
                    Map.of("accuracy", 0.75),
                    FINGERPRINT,
                    new Measurement(
                            2.5,
                            List.of(new LengthSpeed(256, 10, 0.9)),
                            1000,
                            900,
                            2000,
                            30,
                            400,
                            40,
                            Optional.of(
                                    new Spent(
                                            "fp32",
                                            12,
                                            new Effort(new Work(1e12, 2e9, 3e8, 400), 11.5),
                                            Effort.NONE,
                                            2,
                                            0.25,
                                            5_000_000))),
                    Map.of("data.train", "cd"),
                    Map.of("adapter/adapter_model.safetensors", "ab"));

    private Fixtures() {}

    /** Processes that live because a test says so. */
    static final class Machine implements Processes {
        final Map<Long, ProcessIdentity> alive = new HashMap<>();
        ProcessIdentity self = new ProcessIdentity(100, "boot:1");
        String host = "here";

        @Override
        public ProcessIdentity self() {
            return self;
        }

        @Override
        public Optional<ProcessIdentity> find(long pid) {
            return Optional.ofNullable(alive.get(pid));
        }

        @Override
        public String host() {
            return host;
        }
    }

    static RunFolder folder(Path root, Disk disk) {
        return RunFolder.at(root, disk, CLOCK, new Machine());
    }

    static RunFolder folder(Path root) {
        return folder(root, Disk.real());
    }

    static FolderWriter content(String text) {
        return folder -> {
            Files.writeString(folder.resolve("adapter.safetensors"), "adapter " + text);
            Files.createDirectories(folder.resolve("state"));
            Files.writeString(folder.resolve("state/random.json"), "random " + text);
        };
    }

    static String contentOf(Checkpoint checkpoint) throws IOException {
        return Files.readString(checkpoint.folder().resolve("adapter.safetensors"));
    }
}
