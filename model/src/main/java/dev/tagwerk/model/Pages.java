package dev.tagwerk.model;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/** Pages of this process, asked of the kernel (mmap, mprotect and madvise of Linux). */
final class Pages {
    static final long SIZE = 4096;

    private static final int READ_WRITE = 3;
    private static final int READ_EXECUTE = 5;
    private static final int PRIVATE_ANONYMOUS_UNRESERVED = 0x4022;
    private static final int NO_FILE = -1;
    private static final int DONT_NEED = 4;

    private static final Optional<MethodHandle> MAP =
            function(
                    "mmap",
                    FunctionDescriptor.of(
                            ValueLayout.JAVA_LONG,
                            ValueLayout.JAVA_LONG,
                            ValueLayout.JAVA_LONG,
                            ValueLayout.JAVA_INT,
                            ValueLayout.JAVA_INT,
                            ValueLayout.JAVA_INT,
                            ValueLayout.JAVA_LONG));
    private static final Optional<MethodHandle> PROTECT = withNumber("mprotect");
    private static final Optional<MethodHandle> ADVISE = withNumber("madvise");

    private Pages() {}

    private static Optional<MethodHandle> withNumber(String name) {
        return function(
                name,
                FunctionDescriptor.of(
                        ValueLayout.JAVA_INT,
                        ValueLayout.JAVA_LONG,
                        ValueLayout.JAVA_LONG,
                        ValueLayout.JAVA_INT));
    }

    private static Optional<MethodHandle> function(String name, FunctionDescriptor descriptor) {
        if (!System.getProperty("os.name", "").contains("Linux")) {
            return Optional.empty();
        }
        Linker linker = Linker.nativeLinker();
        return linker.defaultLookup()
                .find(name)
                .map(address -> linker.downcallHandle(address, descriptor));
    }

    /**
     * The address of a new range of zeroes, of which a page costs memory once it is touched.
     *
     * @throws ModelException when the process may not have so many addresses
     */
    static long reserve(long bytes) {
        long address;
        try {
            address =
                    (long)
                            MAP.orElseThrow()
                                    .invokeExact(
                                            0L,
                                            bytes,
                                            READ_WRITE,
                                            PRIVATE_ANONYMOUS_UNRESERVED,
                                            NO_FILE,
                                            0L);
        } catch (Throwable e) {
            throw new ModelException("mmap could not be called: " + e, e);
        }
        if (address == -1) {
            throw new ModelException("the system grants no range of " + bytes + " addresses");
        }
        return address;
    }

    /** From now on a reserved page is read and run, and written no more. */
    static void makeExecutable(long address) {
        int failed;
        try {
            failed = (int) PROTECT.orElseThrow().invokeExact(address, SIZE, READ_EXECUTE);
        } catch (Throwable e) {
            throw new ModelException("mprotect could not be called: " + e, e);
        }
        if (failed != 0) {
            throw new ModelException("the system does not let memory be made executable");
        }
    }

    /**
     * Takes the pages that lie wholly in the range from this process: those of a file are read
     * again when they are touched, others are zeroes then.
     */
    static void forget(long address, long bytes) {
        long start = (address + SIZE - 1) / SIZE * SIZE;
        long end = (address + bytes) / SIZE * SIZE;
        if (ADVISE.isEmpty() || end <= start) {
            return;
        }
        try {
            int ignored = (int) ADVISE.get().invokeExact(start, end - start, DONT_NEED);
        } catch (Throwable e) {
            throw new ModelException("madvise could not be called: " + e, e);
        }
    }

    /** The same of a mapped file; nothing where the segment is none. */
    static void forget(MemorySegment mapped) {
        if (mapped.isMapped()) {
            forget(mapped.address(), mapped.byteSize());
        }
    }
}
