package dev.tagwerk.market;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * One of PyTorch's own builds for Linux on x86-64.
 *
 * @param tag "cu128", as behind the plus of a wheel's version
 * @param architectures GPUs that it has compiled kernels for
 * @param ptx whether the newest architecture is there as PTX too, so that later GPUs run it
 * @param byDefault whether pip takes this one from PyPI when nothing else is said
 */
public record TorchBuild(
        TorchVersion torch,
        TorchVersion through,
        String tag,
        CudaVersion cuda,
        List<ComputeCapability> architectures,
        boolean ptx,
        boolean byDefault,
        Optional<String> note,
        Provenance provenance) {
    public TorchBuild {
        architectures = List.copyOf(architectures);
        if (architectures.isEmpty()) {
            throw new MarketException(tag + " has kernels for nothing");
        }
    }

    static TorchBuild of(Row row) {
        List<String> names = Arrays.asList(row.text("architectures").split(" "));
        boolean ptx = names.getLast().endsWith("+PTX");
        return new TorchBuild(
                TorchVersion.of(row.text("torch")),
                TorchVersion.of(row.text("through")),
                row.text("tag"),
                Cuda.version(row.text("tag")),
                names.stream().map(TorchBuild::capability).toList(),
                ptx,
                row.yes("default"),
                row.optional("note"),
                row.provenance());
    }

    private static ComputeCapability capability(String name) {
        return ComputeCapability.parse(name.replace("+PTX", ""))
                .orElseThrow(() -> new MarketException("no compute capability: '" + name + "'"));
    }

    boolean covers(TorchVersion asked) {
        return torch.compareTo(asked) <= 0 && asked.compareTo(through) <= 0;
    }

    /**
     * Whether its kernels run on such a GPU: compiled code runs on the same major and the same or a
     * higher minor capability, PTX on everything newer.
     */
    public boolean runsOn(ComputeCapability gpu) {
        for (ComputeCapability one : architectures) {
            if (one.major() == gpu.major() && one.minor() <= gpu.minor()) {
                return true;
            }
        }
        return ptx && architectures.getLast().compareTo(gpu) <= 0;
    }

    /** The driver that its CUDA needs; empty when the tables do not know that CUDA. */
    public Optional<CudaRuntime> runtime() {
        return Cuda.runtime(cuda);
    }
}
