package dev.tagwerk.hub;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;

/**
 * A lock on a file by flock(2), which is what {@code huggingface_hub} takes. Java's own file locks
 * are fcntl's, and the two do not see each other. Numbers are those of Linux on x86-64.
 */
final class Flock implements AutoCloseable {
    private static final int READ_WRITE_CREATE_CLOSE_ON_EXEC = 0x2 | 0x40 | 0x80000;
    private static final int MODE = 0664;
    private static final int EXCLUSIVE_AT_ONCE = 2 | 4;
    private static final int TRY_AGAIN = 11;
    private static final int INTERRUPTED = 4;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final StructLayout STATE = Linker.Option.captureStateLayout();
    private static final VarHandle ERRNO = STATE.varHandle(PathElement.groupElement("errno"));
    private static final Linker.Option CAPTURE = Linker.Option.captureCallState("errno");
    private static final MethodHandle OPEN =
            LINKER.downcallHandle(
                    LINKER.defaultLookup().findOrThrow("open"),
                    FunctionDescriptor.of(
                            ValueLayout.JAVA_INT,
                            ValueLayout.ADDRESS,
                            ValueLayout.JAVA_INT,
                            ValueLayout.JAVA_INT),
                    CAPTURE,
                    Linker.Option.firstVariadicArg(2));
    private static final MethodHandle FLOCK =
            LINKER.downcallHandle(
                    LINKER.defaultLookup().findOrThrow("flock"),
                    FunctionDescriptor.of(
                            ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT),
                    CAPTURE);
    private static final MethodHandle CLOSE =
            LINKER.downcallHandle(
                    LINKER.defaultLookup().findOrThrow("close"),
                    FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT),
                    CAPTURE);

    /** What came of trying. */
    sealed interface Outcome {
        record Held(Flock lock) implements Outcome {}

        /** Another process, or another thread, holds it. */
        record Busy() implements Outcome {}

        /** This file system has no such locks. */
        record Unsupported(int errno) implements Outcome {}
    }

    private final int descriptor;

    private Flock(int descriptor) {
        this.descriptor = descriptor;
    }

    /** Tries once; the file is made when it is not there, and stays. */
    static Outcome attempt(Path file) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(STATE);
            MemorySegment path = arena.allocateFrom(file.toString());
            int descriptor =
                    (int) OPEN.invokeExact(state, path, READ_WRITE_CREATE_CLOSE_ON_EXEC, MODE);
            if (descriptor < 0) {
                throw new IOException(file + " cannot be opened (errno " + errno(state) + ")");
            }
            int failed = (int) FLOCK.invokeExact(state, descriptor, EXCLUSIVE_AT_ONCE);
            if (failed == 0) {
                return new Outcome.Held(new Flock(descriptor));
            }
            int errno = errno(state);
            int ignored = (int) CLOSE.invokeExact(state, descriptor);
            return errno == TRY_AGAIN || errno == INTERRUPTED
                    ? new Outcome.Busy()
                    : new Outcome.Unsupported(errno);
        } catch (IOException | RuntimeException | Error known) {
            throw known;
        } catch (Throwable impossible) {
            throw new IllegalStateException("a call into libc throws nothing", impossible);
        }
    }

    private static int errno(MemorySegment state) {
        return (int) ERRNO.get(state, 0L);
    }

    @Override
    public void close() {
        try (Arena arena = Arena.ofConfined()) {
            int ignored = (int) CLOSE.invokeExact(arena.allocate(STATE), descriptor);
        } catch (RuntimeException | Error known) {
            throw known;
        } catch (Throwable impossible) {
            throw new IllegalStateException("a call into libc throws nothing", impossible);
        }
    }
}
