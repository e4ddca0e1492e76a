package dev.tagwerk.model;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;

/**
 * The three functions of an allocator that are not Java, as machine code of x86-64 after the System
 * V calling convention. Freeing must not enter the JVM, which may be gone when the last tensors
 * die; and what libtorch refuses it must refuse with its own exception, which cannot pass through
 * Java.
 */
final class AllocatorCode {
    static final int ALLOCATE = 0;
    static final int DELETER = 64;
    static final int RAW_DELETER = 192;
    private static final int SIZE = 256;

    /** The bytes that a chain takes: a line of the processor's cache for each heap. */
    static final int CHAIN = 64;

    private AllocatorCode() {}

    /**
     * What the code knows.
     *
     * @param base where the first heap begins; the others follow it
     * @param shift a heap has two to the power of this many bytes
     * @param heaps how many
     * @param chains the first heap's chain; the others follow at {@link #CHAIN} bytes each
     * @param allocate the Java function {@code (result, self, bytes) -> result}
     * @param originalAllocate the same of the allocator that was there
     * @param originalDeleter the function that frees its pieces
     */
    record Facts(
            long base,
            int shift,
            int heaps,
            long chains,
            long allocate,
            long originalAllocate,
            long originalDeleter) {}

    /** Writes the code to a page. */
    static void write(long address, Facts facts) {
        byte[] code = at(address, facts);
        MemorySegment.copy(
                code,
                0,
                MemorySegment.ofAddress(address).reinterpret(code.length),
                ValueLayout.JAVA_BYTE,
                0,
                code.length);
    }

    private static byte[] at(long address, Facts facts) {
        ByteBuffer code = ByteBuffer.allocate(SIZE).order(ByteOrder.LITTLE_ENDIAN);
        // allocate(rdi: result, rsi: self, rdx: bytes): no heap takes more than its size
        code.put(hex("48b8")).putLong(1L << facts.shift()); // mov rax, size
        code.put(hex("4839c2")); // cmp rdx, rax
        code.put(hex("770c")); // ja original
        code.put(hex("48b8")).putLong(facts.allocate()); // mov rax, allocate
        code.put(hex("ffe0")); // jmp rax
        code.put(hex("48b8")).putLong(facts.originalAllocate()); // original: mov rax, ...
        code.put(hex("ffe0")); // jmp rax

        // deleter(rdi: piece): chains the piece to its heap, if it lies in one
        code.position(DELETER);
        code.put(hex("48b8")).putLong(facts.base()); // mov rax, base
        code.put(hex("4889f9")); // mov rcx, rdi
        code.put(hex("4829c1")); // sub rcx, rax
        code.put(hex("48c1e9")).put((byte) facts.shift()); // shr rcx, shift
        code.put(hex("4881f9")).putInt(facts.heaps()); // cmp rcx, heaps
        code.put(hex("731f")); // jae original
        code.put(hex("48c1e106")); // shl rcx, 6
        code.put(hex("48ba")).putLong(facts.chains()); // mov rdx, chains
        code.put(hex("4801ca")); // add rdx, rcx
        code.put(hex("488b02")); // mov rax, [rdx]
        code.put(hex("488907")); // again: mov [rdi], rax
        code.put(hex("f0480fb13a")); // lock cmpxchg [rdx], rdi
        code.put(hex("75f6")); // jne again
        code.put(hex("c3")); // ret
        code.put(hex("48b8")).putLong(facts.originalDeleter()); // original: mov rax, ...
        code.put(hex("ffe0")); // jmp rax

        // raw_deleter(): the address of the deleter
        code.position(RAW_DELETER);
        code.put(hex("48b8")).putLong(address + DELETER); // mov rax, deleter
        code.put(hex("c3")); // ret
        return code.array();
    }

    private static byte[] hex(String digits) {
        return HexFormat.of().parseHex(digits);
    }
}
