package dev.tagwerk.model;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/**
 * Memory that the C library holds for pieces yet to come. Its holes fit what made them badly: an
 * aligned piece needs a hole a little larger than itself, so that what one phase of a program left
 * behind and what the next one needs would add up.
 */
public final class FreedMemory {
    private static final Optional<MethodHandle> TRIM = trim();

    private FreedMemory() {}

    private static Optional<MethodHandle> trim() {
        Linker linker = Linker.nativeLinker();
        return linker.defaultLookup()
                .find("malloc_trim") // glibc's alone
                .map(
                        address ->
                                linker.downcallHandle(
                                        address,
                                        FunctionDescriptor.of(
                                                ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG)));
    }

    /** Gives every free page back to the kernel; takes milliseconds, and pages that are new. */
    public static void giveBack() {
        TensorMemory.giveBack();
        if (TRIM.isEmpty()) {
            return;
        }
        try {
            int ignored = (int) TRIM.get().invokeExact(0L);
        } catch (Throwable e) {
            throw new ModelException("malloc_trim could not be called: " + e, e);
        }
    }
}
