package dev.tagwerk.model;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.pytorch.global.torch;

/**
 * Loads libtorch once, with the environment it needs.
 *
 * <p>Kernels run single-threaded; parallelism comes from worker threads that each take a share of
 * the batch. Two thread pools (OpenMP's and OpenBLAS's) spinning on the same cores cost a factor of
 * three; and a preset {@code OPENBLAS_CORETYPE} that does not fit the processor another factor of
 * two. Both are read when the natives load, so the environment is set just before, through libc.
 * Thread-safe.
 */
public final class Libtorch {
    /** System property: OpenBLAS' kernels, instead of the choice made from the processor. */
    public static final String CORE_TYPE = "tagwerk.coretype";

    private static final String DETECTED = "detected";

    // oneDNN compiles a product in bf16 for each shape, and rows have hundreds of lengths. Left
    // alone it keeps 1,024 of them, and the layer above it as many for each thread.
    private static final Map<String, String> COMPILED_PRODUCTS_KEPT =
            Map.of("ONEDNN_PRIMITIVE_CACHE_CAPACITY", "256", "LRU_CACHE_CAPACITY", "64");

    private static boolean loaded;
    private static String coreType = "";

    private Libtorch() {}

    /**
     * Loads the natives; later calls do nothing.
     *
     * @throws ModelException when the platform has no natives on the class path
     */
    public static synchronized void load() {
        if (loaded) {
            return;
        }
        requireSupportedPlatform();
        System.setProperty("org.bytedeco.javacpp.nopointergc", "true");
        System.setProperty("org.bytedeco.javacpp.maxBytes", "0");
        System.setProperty("org.bytedeco.javacpp.maxPhysicalBytes", "0");
        chooseCacheFolder();
        Set<String> flags = processorFlags();
        setEnvironment("OMP_WAIT_POLICY", Optional.of("PASSIVE"));
        setEnvironment("OMP_NUM_THREADS", Optional.of("1"));
        setEnvironment("OPENBLAS_NUM_THREADS", Optional.of("1"));
        setEnvironment("OPENBLAS_L2_SIZE", Optional.empty());
        COMPILED_PRODUCTS_KEPT.forEach(
                (name, most) -> {
                    if (System.getenv(name) == null) {
                        setEnvironment(name, Optional.of(most));
                    }
                });
        String wanted = wantedCoreType();
        Optional<String> chosen =
                wanted.isEmpty()
                        ? openBlasCoreType(flags)
                        : Optional.of(wanted).filter(type -> !type.equals(DETECTED));
        setEnvironment("OPENBLAS_CORETYPE", chosen);
        coreType = chosen.orElse(DETECTED);
        try {
            Loader.load(torch.class);
        } catch (UnsatisfiedLinkError e) {
            throw new ModelException(
                    "libtorch could not be loaded on "
                            + Loader.getPlatform()
                            + ": "
                            + e.getMessage()
                            + ". Supported in this version: linux-x86_64 with glibc 2.28 or newer.",
                    e);
        }
        torch.set_num_threads(1);
        TensorMemory.install();
        loaded = true;
    }

    /** The kernel family asked of OpenBLAS, or {@code detected} where its own choice is right. */
    public static synchronized String coreType() {
        return coreType;
    }

    /** The version of libtorch's Java binding, e.g. {@code 2.10.0-1.5.13}. */
    public static String version() {
        String version = torch.class.getPackage().getImplementationVersion();
        return version == null ? "2.10.0-1.5.13" : version;
    }

    /** Whether bfloat16 matrix products are native to this processor (AVX-512 BF16 or AMX). */
    public static boolean nativeBfloat16() {
        Set<String> flags = processorFlags();
        return flags.contains("avx512_bf16") || flags.contains("amx_bf16");
    }

    /** Whether the CUDA natives are on the class path and see a device. */
    public static boolean cudaAvailable() {
        load();
        try {
            return torch.cuda_is_available();
        } catch (UnsatisfiedLinkError | NoClassDefFoundError e) {
            return false;
        }
    }

    /** The instruction set of libtorch's own kernels, e.g. {@code AVX2}. */
    public static String cpuCapability() {
        load();
        try (var scope = new org.bytedeco.javacpp.PointerScope()) {
            return torch.get_cpu_capability().getString();
        }
    }

    /** Compute capability of the first CUDA device, major * 10 + minor; 0 where there is none. */
    public static int cudaCapability() {
        return CudaDriver.first().map(CudaDriver.Device::capability).orElse(0);
    }

    /** How many CUDA devices this process may use. */
    public static int cudaDevices() {
        return CudaDriver.count();
    }

    /** The name of the first CUDA device. */
    public static String cudaDeviceName() {
        return CudaDriver.first().map(CudaDriver.Device::name).orElse("no CUDA device");
    }

    static Optional<String> openBlasCoreType(Set<String> flags) {
        if (flags.contains("avx512_bf16")) {
            return Optional.of("Cooperlake");
        }
        if (flags.contains("avx512f") && flags.contains("avx512vl")) {
            return Optional.of("SkylakeX");
        }
        return Optional.empty();
    }

    private static String wantedCoreType() {
        String property = System.getProperty(CORE_TYPE, "");
        String variable = Optional.ofNullable(System.getenv("TAGWERK_CORETYPE")).orElse("");
        return variable.isEmpty() ? property : variable;
    }

    /** The kernel families of OpenBLAS that run here, the one expected to be fastest first. */
    public static List<String> coreTypes() {
        Set<String> flags = processorFlags();
        List<String> types = new ArrayList<>();
        types.add(openBlasCoreType(flags).orElse(DETECTED));
        if (flags.contains("avx512f") && flags.contains("avx512vl")) {
            types.add("SkylakeX");
        }
        if (flags.contains("avx2") && flags.contains("fma")) {
            types.add("Haswell");
        }
        return types.stream().distinct().toList();
    }

    /** The processor's name. */
    public static String processor() {
        return Machine.processor();
    }

    private static void requireSupportedPlatform() {
        String os = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
        String architecture = System.getProperty("os.arch", "");
        if (!os.contains("linux")
                || !(architecture.equals("amd64") || architecture.equals("x86_64"))) {
            throw new ModelException(
                    "This platform ("
                            + os
                            + ", "
                            + architecture
                            + ") is not supported yet: training needs Linux on x86-64. Use a Linux"
                            + " machine, a virtual machine or a container with a Debian image.");
        }
    }

    private static void chooseCacheFolder() {
        if (System.getProperty("org.bytedeco.javacpp.cachedir") != null) {
            return;
        }
        Path home = Path.of(System.getProperty("user.home", "/"));
        if (Files.isDirectory(home) && Files.isWritable(home)) {
            return;
        }
        Path folder =
                Path.of(
                        System.getProperty("java.io.tmpdir"),
                        "tagwerk-natives-" + System.getProperty("user.name", "user"));
        System.setProperty("org.bytedeco.javacpp.cachedir", folder.toString());
    }

    private static Set<String> processorFlags() {
        try {
            for (String line : Files.readAllLines(Path.of("/proc/cpuinfo"))) {
                if (line.startsWith("flags")) {
                    return new TreeSet<>(
                            Set.of(line.substring(line.indexOf(':') + 1).strip().split(" +")));
                }
            }
        } catch (IOException | IllegalArgumentException e) {
            return Set.of();
        }
        return Set.of();
    }

    static void setEnvironment(String name, Optional<String> value) {
        Linker linker = Linker.nativeLinker();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment nativeName = arena.allocateFrom(name);
            if (value.isPresent()) {
                MethodHandle setenv =
                        linker.downcallHandle(
                                linker.defaultLookup().findOrThrow("setenv"),
                                FunctionDescriptor.of(
                                        ValueLayout.JAVA_INT,
                                        ValueLayout.ADDRESS,
                                        ValueLayout.ADDRESS,
                                        ValueLayout.JAVA_INT));
                int unused =
                        (int) setenv.invokeExact(nativeName, arena.allocateFrom(value.get()), 1);
            } else {
                MethodHandle unsetenv =
                        linker.downcallHandle(
                                linker.defaultLookup().findOrThrow("unsetenv"),
                                FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS));
                int unused = (int) unsetenv.invokeExact(nativeName);
            }
        } catch (Throwable e) {
            throw new ModelException(
                    "The environment variable " + name + " could not be set: " + e, e);
        }
    }
}
