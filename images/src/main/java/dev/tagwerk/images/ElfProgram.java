package dev.tagwerk.images;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * What a program's ELF header says (System V ABI, chapter 4): which machine it is for, and which
 * loader must be there.
 *
 * @param architecture as Go names it; empty for one that has no name here
 * @param interpreter the loader's path; empty for a static program
 */
record ElfProgram(String architecture, String interpreter) {
    /** Enough for the header and the table behind it, of every linker in use. */
    static final int HEAD = 64 << 10;

    private static final int PROGRAM_INTERPRETER = 3;

    /** Reads the first bytes of a file; empty when it is no program of 64 bits. */
    static Optional<ElfProgram> of(byte[] head) {
        if (head.length < 64
                || head[0] != 0x7f
                || head[1] != 'E'
                || head[2] != 'L'
                || head[3] != 'F'
                || head[4] != 2) {
            return Optional.empty();
        }
        boolean little = head[5] == 1;
        ByteBuffer elf =
                ByteBuffer.wrap(head)
                        .order(little ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
        String architecture =
                switch (elf.getShort(18) & 0xffff) {
                    case 62 -> "amd64";
                    case 183 -> "arm64";
                    case 243 -> "riscv64";
                    case 21 -> little ? "ppc64le" : "ppc64";
                    case 22 -> "s390x";
                    default -> "";
                };
        return Optional.of(new ElfProgram(architecture, interpreter(elf)));
    }

    private static String interpreter(ByteBuffer elf) {
        long table = elf.getLong(32);
        int size = elf.getShort(54) & 0xffff;
        int count = elf.getShort(56) & 0xffff;
        for (int i = 0; i < count; i++) {
            long at = table + (long) i * size;
            if (at < 0 || at > elf.limit() - 56L) {
                return "";
            }
            if (elf.getInt((int) at) == PROGRAM_INTERPRETER) {
                return text(elf, elf.getLong((int) at + 8), elf.getLong((int) at + 32));
            }
        }
        return "";
    }

    private static String text(ByteBuffer elf, long offset, long length) {
        if (offset < 0 || length < 1 || length > Names.PATH_MAX || offset > elf.limit() - length) {
            return "";
        }
        byte[] text = new byte[(int) length - 1]; // without the zero at its end
        elf.get((int) offset, text);
        return new String(text, StandardCharsets.UTF_8);
    }
}
