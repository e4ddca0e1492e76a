package dev.tagwerk.runfolder;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The hardware and software that floating point results depend on. Two equal fingerprints compute
 * the same bits; with different ones a resumed run may differ in the last digits.
 *
 * @param threads CPU threads of each process
 * @param processes processes that trained together
 * @param coreType the instruction set that the matrix kernels were chosen for
 * @param gpu the GPU's name; empty on a CPU
 */
public record Fingerprint(
        String cpuModel,
        int cores,
        int threads,
        int processes,
        String coreType,
        String os,
        String javaVersion,
        String libtorchVersion,
        String tagwerkVersion,
        Optional<String> gpu) {
    public Fingerprint {
        if (cores < 1) {
            throw new IllegalArgumentException("cores: must be at least 1, is " + cores);
        }
        if (threads < 1) {
            throw new IllegalArgumentException("threads: must be at least 1, is " + threads);
        }
        if (processes < 1) {
            throw new IllegalArgumentException("processes: must be at least 1, is " + processes);
        }
    }

    /** What differs, one phrase each ("threads 2, was 4"); empty when nothing does. */
    public List<String> differencesFrom(Fingerprint other) {
        List<String> differences = new ArrayList<>();
        compare(differences, "CPU", cpuModel, other.cpuModel);
        compare(differences, "cores", cores, other.cores);
        compare(differences, "threads", threads, other.threads);
        compare(differences, "processes", processes, other.processes);
        compare(differences, "core type", coreType, other.coreType);
        compare(differences, "operating system", os, other.os);
        compare(differences, "Java", javaVersion, other.javaVersion);
        compare(differences, "libtorch", libtorchVersion, other.libtorchVersion);
        compare(differences, "Tagwerk", tagwerkVersion, other.tagwerkVersion);
        compare(differences, "GPU", gpu.orElse("none"), other.gpu.orElse("none"));
        return List.copyOf(differences);
    }

    /** One JSON object with snake_case keys, for files that hold a fingerprint. */
    public String toJson() {
        return ResultJson.write(this).toString();
    }

    /** The inverse of {@link #toJson()}; IllegalArgumentException names what is wrong. */
    public static Fingerprint fromJson(String json) {
        return ResultJson.readFingerprint(Json.parse(json.getBytes(StandardCharsets.UTF_8)));
    }

    private static void compare(List<String> differences, String name, Object now, Object then) {
        if (!now.equals(then)) {
            differences.add(name + " " + now + ", was " + then);
        }
    }
}
