package dev.tagwerk.model;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.pytorch.Allocator;

/**
 * libtorch's {@code c10::Allocator} as it lies in memory: a pointer to a table of functions, of
 * which the third allocates and the fifth tells how pieces are freed. The presets do not let Java
 * extend the class, so that a second object is made from the first, with entries of our own.
 *
 * @param address of the object
 * @param table its table's first function
 * @param deleter what frees its pieces
 */
record AllocatorObject(long address, long table, long deleter) {
    /** {@code (result, self, bytes) -> result}: the way C++ returns an object. */
    static final FunctionDescriptor ALLOCATING =
            FunctionDescriptor.of(
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_LONG);

    private static final MemorySegment MEMORY = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
    private static final Linker LINKER = Linker.nativeLinker();

    // two destructors, allocate, is_simple_data_ptr, raw_deleter, copy_data
    private static final int FUNCTIONS = 6;
    private static final int ALLOCATE = 2;
    private static final int RAW_DELETER = 4;
    private static final int BEFORE = 2; // the offset to the whole object, and its type

    // c10::DataPtr: the memory, its deleter and what that is called with, the device
    private static final long DATA = 0;
    private static final long DELETER = 8;
    private static final long CONTEXT = 16;
    private static final long DEVICE = 24;
    private static final long RESULT = 32;
    private static final long CPU = 0xff00; // type 0, index -1

    /**
     * Looks at an allocator and has it make and free one piece.
     *
     * @throws ModelException when it is not laid out as described here
     */
    static AllocatorObject of(Allocator allocator) {
        long address = allocator.address();
        long table = MEMORY.get(ValueLayout.JAVA_LONG, address);
        AllocatorObject object = new AllocatorObject(address, table, deleter(address, table));
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment result = arena.allocate(RESULT, 8);
            long returned = (long) object.allocation().invokeExact(result.address(), Pages.SIZE);
            long data = result.get(ValueLayout.JAVA_LONG, DATA);
            if (returned != result.address()
                    || data == 0
                    || result.get(ValueLayout.JAVA_LONG, CONTEXT) != data
                    || result.get(ValueLayout.JAVA_LONG, DELETER) != object.deleter()
                    || (result.get(ValueLayout.JAVA_LONG, DEVICE) & 0xffff) != CPU) {
                throw new ModelException("libtorch describes its memory in an unknown way");
            }
            MethodHandle free =
                    LINKER.downcallHandle(
                            MemorySegment.ofAddress(object.deleter()),
                            FunctionDescriptor.ofVoid(ValueLayout.JAVA_LONG));
            free.invokeExact(data);
        } catch (ModelException e) {
            throw e;
        } catch (Throwable e) {
            throw new ModelException("libtorch's allocator could not be called: " + e, e);
        }
        return object;
    }

    private static long deleter(long address, long table) {
        MethodHandle rawDeleter =
                LINKER.downcallHandle(
                        MemorySegment.ofAddress(entry(table, RAW_DELETER)),
                        FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG));
        try {
            return (long) rawDeleter.invokeExact(address);
        } catch (Throwable e) {
            throw new ModelException("libtorch's allocator could not be called: " + e, e);
        }
    }

    private static long entry(long table, int index) {
        return MEMORY.get(ValueLayout.JAVA_LONG, table + 8L * index);
    }

    /** The address of its allocating function. */
    long allocate() {
        return entry(table, ALLOCATE);
    }

    /** {@code (result, bytes) -> result}. */
    MethodHandle allocation() {
        return MethodHandles.insertArguments(
                LINKER.downcallHandle(MemorySegment.ofAddress(allocate()), ALLOCATING), 1, address);
    }

    /** What its allocating function returns for a piece on the processor. */
    static void describe(long result, long piece, long deleter) {
        MEMORY.set(ValueLayout.JAVA_LONG, result + DATA, piece);
        MEMORY.set(ValueLayout.JAVA_LONG, result + DELETER, deleter);
        MEMORY.set(ValueLayout.JAVA_LONG, result + CONTEXT, piece);
        MEMORY.set(ValueLayout.JAVA_LONG, result + DEVICE, CPU);
    }

    /**
     * An object like this one but for two functions, which is never freed.
     *
     * @param allocate as {@link #ALLOCATING} says
     * @param rawDeleter returns the address of the function that frees a piece
     */
    Allocator with(long allocate, long rawDeleter) {
        MemorySegment copy = Arena.global().allocate(8L * (BEFORE + FUNCTIONS), 8);
        for (int i = -BEFORE; i < FUNCTIONS; i++) {
            copy.setAtIndex(ValueLayout.JAVA_LONG, BEFORE + i, entry(table, i));
        }
        copy.setAtIndex(ValueLayout.JAVA_LONG, BEFORE + ALLOCATE, allocate);
        copy.setAtIndex(ValueLayout.JAVA_LONG, BEFORE + RAW_DELETER, rawDeleter);
        MemorySegment object = Arena.global().allocate(8, 8);
        object.set(ValueLayout.JAVA_LONG, 0, copy.address() + 8L * BEFORE);
        return new Allocator(new Address(object.address()));
    }

    private static final class Address extends Pointer {
        Address(long address) {
            super((Pointer) null);
            this.address = address;
        }
    }
}
