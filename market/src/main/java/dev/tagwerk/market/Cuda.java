package dev.tagwerk.market;

import java.util.List;
import java.util.Optional;

/** Which driver a CUDA runtime needs, and which drivers were seen where. */
public final class Cuda {
    private static final List<CudaRuntime> RUNTIMES =
            Table.read("cuda-drivers.tsv").map(CudaRuntime::of);
    private static final List<DriverSeen> SEEN = Table.read("drivers-seen.tsv").map(DriverSeen::of);

    private Cuda() {}

    public static List<CudaRuntime> runtimes() {
        return RUNTIMES;
    }

    /** Empty for a version that the table does not have. */
    public static Optional<CudaRuntime> runtime(CudaVersion version) {
        return RUNTIMES.stream().filter(one -> one.covers(version)).findFirst();
    }

    /** The newest runtime that this driver runs; empty when it runs none of those known. */
    public static Optional<CudaVersion> newestFor(DriverVersion driver) {
        return RUNTIMES.stream()
                .filter(one -> one.minimumDriver().compareTo(driver) <= 0)
                .map(CudaRuntime::version)
                .max(CudaVersion::compareTo);
    }

    public static List<DriverSeen> driversSeen() {
        return SEEN;
    }

    /**
     * The driver last seen on that service's machines with that GPU; empty when nobody told.
     *
     * @param service "azure-container-apps", ...
     */
    public static Optional<DriverSeen> driverOf(String service, Gpu gpu) {
        return SEEN.stream()
                .filter(seen -> seen.service().equals(service) && seen.gpu().equals(gpu.name()))
                .reduce((earlier, later) -> later);
    }

    static CudaVersion version(String text) {
        return CudaVersion.parse(text)
                .orElseThrow(() -> new MarketException("no CUDA version: '" + text + "'"));
    }

    static DriverVersion driver(String text) {
        return DriverVersion.parse(text)
                .orElseThrow(() -> new MarketException("no driver's version: '" + text + "'"));
    }
}
