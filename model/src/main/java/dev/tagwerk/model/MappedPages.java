package dev.tagwerk.model;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/** Tells the kernel that pages of a mapped file are not needed for now: they leave this process. */
final class MappedPages {
    private static final long PAGE = 4096;
    private static final int DONT_NEED = 4; // MADV_DONTNEED of Linux
    private static final Optional<MethodHandle> ADVISE = advise();

    private MappedPages() {}

    private static Optional<MethodHandle> advise() {
        if (!System.getProperty("os.name", "").contains("Linux")) {
            return Optional.empty();
        }
        Linker linker = Linker.nativeLinker();
        return linker.defaultLookup()
                .find("madvise")
                .map(
                        address ->
                                linker.downcallHandle(
                                        address,
                                        FunctionDescriptor.of(
                                                ValueLayout.JAVA_INT,
                                                ValueLayout.JAVA_LONG,
                                                ValueLayout.JAVA_LONG,
                                                ValueLayout.JAVA_INT)));
    }

    /** A hint: what lies on disk is read again when it is touched. Only for mapped files. */
    static void forget(MemorySegment mapped) {
        if (ADVISE.isEmpty() || !mapped.isMapped()) {
            return;
        }
        long start = (mapped.address() + PAGE - 1) / PAGE * PAGE;
        long end = (mapped.address() + mapped.byteSize()) / PAGE * PAGE;
        if (end <= start) {
            return;
        }
        try {
            int ignored = (int) ADVISE.get().invokeExact(start, end - start, DONT_NEED);
        } catch (Throwable e) {
            throw new ModelException("madvise could not be called: " + e, e);
        }
    }
}
