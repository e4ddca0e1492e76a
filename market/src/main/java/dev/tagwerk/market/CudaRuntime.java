package dev.tagwerk.market;

import java.util.Optional;

/**
 * A range of CUDA runtimes and the driver that they need.
 *
 * @param minimumDriver the oldest driver that runs them, by compatibility within a major version
 * @param releaseDriver the driver that came with the first of them; code compiled just in time from
 *     PTX may need it
 */
public record CudaRuntime(
        CudaVersion version,
        CudaVersion through,
        DriverVersion minimumDriver,
        Optional<DriverVersion> releaseDriver,
        Optional<String> note,
        Provenance provenance) {
    static CudaRuntime of(Row row) {
        return new CudaRuntime(
                Cuda.version(row.text("cuda")),
                Cuda.version(row.text("through")),
                Cuda.driver(row.text("minimum_driver")),
                row.optional("release_driver").map(Cuda::driver),
                row.optional("note"),
                row.provenance());
    }

    boolean covers(CudaVersion asked) {
        return version.compareTo(asked) <= 0 && asked.compareTo(through) <= 0;
    }
}
