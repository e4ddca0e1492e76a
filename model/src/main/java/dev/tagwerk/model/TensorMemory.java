package dev.tagwerk.model;

import java.lang.foreign.Arena;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bytedeco.pytorch.Allocator;
import org.bytedeco.pytorch.global.torch;

/**
 * Where tensors on the processor lie: in a heap for each worker and one for all other threads,
 * whose pages stay warm from step to step, instead of the C library's heap. Thread-safe.
 */
final class TensorMemory {
    /** System property and, in capitals, variable: {@code libc} leaves tensors where they were. */
    static final String ALLOCATOR = "tagwerk.allocator";

    /** The versions whose allocator is laid out as {@link AllocatorObject} says. */
    private static final String KNOWN = "2.10.";

    private static final int SMALLEST_SHIFT = 33;
    private static final int MOST_HEAPS = 65;
    private static final int ADDRESS_BITS = 45; // of the 47 that a process has

    private static Optional<TensorMemory> installed = Optional.empty();

    private final ThreadLocal<Integer> heapOfThread = ThreadLocal.withInitial(() -> 0);
    private final List<TensorHeap> heaps = new ArrayList<>();
    private final MethodHandle original;
    private final long deleter;
    private final Allocator allocator;

    private TensorMemory() throws ReflectiveOperationException {
        AllocatorObject before = AllocatorObject.of(torch.getCPUAllocator());
        original = before.allocation();
        int shift =
                Math.max(SMALLEST_SHIFT, Long.SIZE - Long.numberOfLeadingZeros(physicalBytes()));
        int count =
                Math.min(
                        Math.min(MOST_HEAPS, 1 + Runtime.getRuntime().availableProcessors()),
                        1 << Math.max(1, ADDRESS_BITS - shift));
        long base = Pages.reserve((long) count << shift);
        MemorySegment chains =
                Arena.global().allocate((long) count * AllocatorCode.CHAIN, AllocatorCode.CHAIN);
        for (int i = 0; i < count; i++) {
            heaps.add(
                    new TensorHeap(
                            base + ((long) i << shift),
                            1L << shift,
                            chains.asSlice((long) i * AllocatorCode.CHAIN, Long.BYTES)));
        }
        MethodHandle allocate =
                MethodHandles.lookup()
                        .bind(this, "allocate", AllocatorObject.ALLOCATING.toMethodType());
        long entry =
                Linker.nativeLinker()
                        .upcallStub(allocate, AllocatorObject.ALLOCATING, Arena.global())
                        .address();
        long code = Pages.reserve(Pages.SIZE);
        AllocatorCode.write(
                code,
                new AllocatorCode.Facts(
                        base,
                        shift,
                        count,
                        chains.address(),
                        entry,
                        before.allocate(),
                        before.deleter()));
        Pages.makeExecutable(code);
        deleter = code + AllocatorCode.DELETER;
        allocator = before.with(code + AllocatorCode.ALLOCATE, code + AllocatorCode.RAW_DELETER);
    }

    private static long physicalBytes() {
        return Math.max(1, Machine.physicalBytes() - 1);
    }

    /** Makes every later tensor lie here. Without libtorch as it is known, nothing changes. */
    static synchronized void install() {
        String wanted =
                Optional.ofNullable(System.getenv("TAGWERK_ALLOCATOR"))
                        .orElse(System.getProperty(ALLOCATOR, ""));
        if (installed.isPresent()
                || wanted.equals("libc")
                || !Libtorch.version().startsWith(KNOWN)) {
            return;
        }
        try {
            TensorMemory memory = new TensorMemory();
            torch.SetAllocator(torch.DeviceType.CPU, memory.allocator, (byte) 0);
            installed = Optional.of(memory);
        } catch (ModelException | ReflectiveOperationException e) {
            // Everything is computed all the same, with more memory.
            System.getLogger(TensorMemory.class.getName())
                    .log(
                            System.Logger.Level.WARNING,
                            "tensors stay in the C library's heap: " + e.getMessage());
        }
    }

    /**
     * Called by libtorch. Nothing may be thrown, since C++ is what called; what a heap has no room
     * for goes the old way.
     */
    @SuppressWarnings("unused") // by name, in the constructor
    private long allocate(long result, long self, long bytes) throws Throwable {
        long piece = 0;
        if (bytes > 0) {
            piece = heaps.get(heapOfThread.get()).take(bytes);
            if (piece == 0) {
                return (long) original.invokeExact(result, bytes);
            }
        }
        AllocatorObject.describe(result, piece, deleter);
        return result;
    }

    /** From now on this thread's tensors lie in the heap of the worker with this number. */
    static void asWorker(int number) {
        installed.ifPresent(
                memory -> memory.heapOfThread.set(1 + number % (memory.heaps.size() - 1)));
    }

    /** Gives pages that no tensor lies in back to the kernel. */
    static void giveBack() {
        installed.ifPresent(memory -> memory.heaps.forEach(heap -> heap.unused(Pages::forget)));
    }

    /** The bytes of all tensors here; 0 where the C library holds them. */
    static long heldBytes() {
        return sum(TensorHeap::held);
    }

    /** The bytes that tensors here have touched and that were not given back. */
    static long touchedBytes() {
        return sum(TensorHeap::touched);
    }

    private static long sum(java.util.function.ToLongFunction<TensorHeap> what) {
        return installed.map(memory -> memory.heaps.stream().mapToLong(what).sum()).orElse(0L);
    }
}
