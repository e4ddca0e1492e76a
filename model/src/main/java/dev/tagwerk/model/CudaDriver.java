package dev.tagwerk.model;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.util.Optional;

/** What the NVIDIA driver tells about the first device, asked of {@code libcuda} itself. */
final class CudaDriver {
    private static final int COMPUTE_CAPABILITY_MAJOR = 75; // CUdevice_attribute, cuda.h
    private static final int COMPUTE_CAPABILITY_MINOR = 76;
    private static final int NAME_BYTES = 256;

    private CudaDriver() {}

    /**
     * @param name as the driver spells it
     * @param capability major * 10 + minor
     */
    record Device(String name, int capability) {}

    /** How many devices the driver shows this process; 0 where there is no driver. */
    static int count() {
        try (Arena arena = Arena.ofConfined()) {
            SymbolLookup driver = SymbolLookup.libraryLookup("libcuda.so.1", arena);
            MemorySegment count = arena.allocate(ValueLayout.JAVA_INT);
            if (call(driver, "cuInit", 0) != 0 || call(driver, "cuDeviceGetCount", count) != 0) {
                return 0;
            }
            return count.get(ValueLayout.JAVA_INT, 0);
        } catch (IllegalArgumentException noDriver) {
            return 0;
        }
    }

    /** The first device, or empty where there is no driver or no device. */
    static Optional<Device> first() {
        try (Arena arena = Arena.ofConfined()) {
            SymbolLookup driver = SymbolLookup.libraryLookup("libcuda.so.1", arena);
            MemorySegment device = arena.allocate(ValueLayout.JAVA_INT);
            if (call(driver, "cuInit", 0) != 0 || call(driver, "cuDeviceGet", device, 0) != 0) {
                return Optional.empty();
            }
            int handle = device.get(ValueLayout.JAVA_INT, 0);
            MemorySegment value = arena.allocate(ValueLayout.JAVA_INT);
            call(driver, "cuDeviceGetAttribute", value, COMPUTE_CAPABILITY_MAJOR, handle);
            int major = value.get(ValueLayout.JAVA_INT, 0);
            call(driver, "cuDeviceGetAttribute", value, COMPUTE_CAPABILITY_MINOR, handle);
            int minor = value.get(ValueLayout.JAVA_INT, 0);
            MemorySegment name = arena.allocate(NAME_BYTES);
            call(driver, "cuDeviceGetName", name, NAME_BYTES, handle);
            return Optional.of(new Device(name.getString(0), major * 10 + minor));
        } catch (IllegalArgumentException noDriver) {
            return Optional.empty();
        }
    }

    private static int call(SymbolLookup driver, String function, Object... arguments) {
        ValueLayout[] layouts = new ValueLayout[arguments.length];
        for (int i = 0; i < arguments.length; i++) {
            layouts[i] =
                    arguments[i] instanceof MemorySegment
                            ? ValueLayout.ADDRESS
                            : ValueLayout.JAVA_INT;
        }
        try {
            return (int)
                    Linker.nativeLinker()
                            .downcallHandle(
                                    driver.findOrThrow(function),
                                    FunctionDescriptor.of(ValueLayout.JAVA_INT, layouts))
                            .invokeWithArguments(arguments);
        } catch (Throwable e) {
            throw new ModelException(
                    "the NVIDIA driver failed in " + function + ": " + e.getMessage(), e);
        }
    }
}
