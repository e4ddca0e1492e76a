package dev.tagwerk.model;

import dev.tagwerk.runfolder.Fingerprint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** What the operating system tells about this machine and process. */
public final class Machine {
    private Machine() {}

    /**
     * The hardware and software that results on this placement depend on.
     *
     * @param processes how many compute together, each on a placement like this
     */
    public static Fingerprint fingerprint(
            Placement placement, int processes, String tagwerkVersion) {
        return new Fingerprint(
                processor(),
                Runtime.getRuntime().availableProcessors(),
                placement.workers(),
                processes,
                Libtorch.coreType() + "/" + Libtorch.cpuCapability(),
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                System.getProperty("java.vendor.version", System.getProperty("java.version", "")),
                Libtorch.version(),
                tagwerkVersion,
                placement.cuda() ? Optional.of(Libtorch.cudaDeviceName()) : Optional.empty());
    }

    static String processor() {
        return field(Path.of("/proc/cpuinfo"), "model name")
                .orElse(System.getProperty("os.arch", "unknown"));
    }

    /** Resident memory now, in bytes; 0 where the system does not tell. */
    public static long residentBytes() {
        return kibibytes("VmRSS");
    }

    /** The largest resident memory so far, in bytes. */
    public static long peakResidentBytes() {
        return kibibytes("VmHWM");
    }

    /** The memory that this machine has, in bytes; 0 where the system does not tell. */
    static long physicalBytes() {
        return kibibytes(Path.of("/proc/meminfo"), "MemTotal");
    }

    private static long kibibytes(String name) {
        return kibibytes(Path.of("/proc/self/status"), name);
    }

    private static long kibibytes(Path file, String name) {
        return field(file, name)
                .map(value -> Long.parseLong(value.replace("kB", "").strip()) * 1024)
                .orElse(0L);
    }

    private static Optional<String> field(Path file, String name) {
        try {
            return Files.readAllLines(file).stream()
                    .filter(line -> line.startsWith(name))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst();
        } catch (IOException | RuntimeException e) {
            return Optional.empty();
        }
    }
}
