package dev.tagwerk.model;

import dev.tagwerk.modelfiles.BestFit;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * A range of addresses that the tensors of one worker lie in. Pages once touched stay, until {@link
 * #unused} shows them to somebody who gives them back.
 *
 * <p>Pieces are freed without a call into Java, by whichever thread drops a tensor's last
 * reference: {@link AllocatorCode} chains them, each in its own first bytes. The heap unchains them
 * before it places a piece. Thread-safe.
 */
final class TensorHeap {
    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();
    private static final MemorySegment MEMORY = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    private final long base;
    private final long size;
    private final MemorySegment chain; // the address of the piece freed last, or 0
    private final BestFit places = new BestFit();
    private long touched;

    /**
     * @param base of memory that costs nothing before it is touched
     * @param size of that memory
     * @param chain eight bytes
     */
    TensorHeap(long base, long size, MemorySegment chain) {
        this.base = base;
        this.size = size;
        this.chain = chain;
    }

    /** The address of a new piece; 0 when the heap is full. */
    synchronized long take(long bytes) {
        unchain();
        if (bytes > size) {
            return 0;
        }
        long place = places.take(bytes);
        if (places.end() > size) {
            places.give(place);
            return 0;
        }
        touched = Math.max(touched, places.end());
        return base + place;
    }

    private void unchain() {
        long piece = (long) LONG.getAndSet(chain, 0L, 0L);
        while (piece != 0) {
            long next = MEMORY.get(ValueLayout.JAVA_LONG, piece);
            places.give(piece - base);
            piece = next;
        }
    }

    /** Shows every stretch of touched memory that no piece lies in, by its address. */
    synchronized void unused(BestFit.Holes look) {
        unchain();
        places.holes((start, bytes) -> look.hole(base + start, bytes));
        look.hole(base + places.end(), touched - places.end());
        touched = places.end();
    }

    /** How far it has been touched, in bytes. */
    synchronized long touched() {
        return touched;
    }

    /** The bytes of all pieces. */
    synchronized long held() {
        unchain();
        return places.held();
    }
}
