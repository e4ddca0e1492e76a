package dev.tagwerk.spec;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Decodes a file strictly: a wrong byte is reported where it stands, never replaced. */
final class Utf8 {
    private Utf8() {}

    static Optional<String> decode(byte[] bytes, Problems problems) {
        if (bytes.length > Limits.BYTES) {
            problems.add(Place.START, "", "is larger than 1 MiB", "a job file holds no data");
            return Optional.empty();
        }
        if (bytes.length >= 2
                && ((bytes[0] == (byte) 0xFF && bytes[1] == (byte) 0xFE)
                        || (bytes[0] == (byte) 0xFE && bytes[1] == (byte) 0xFF))) {
            problems.add(Place.START, "", "is encoded as UTF-16", "save the file as UTF-8");
            return Optional.empty();
        }
        CharsetDecoder decoder =
                StandardCharsets.UTF_8
                        .newDecoder()
                        .onMalformedInput(CodingErrorAction.REPORT)
                        .onUnmappableCharacter(CodingErrorAction.REPORT);
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(bytes.length + 1);
        CoderResult result = decoder.decode(in, out, true);
        String text = out.flip().toString();
        if (!result.isError()) {
            return Optional.of(text);
        }
        problems.add(
                Place.in(text, text.length()),
                "",
                String.format("holds the byte 0x%02X, which is not UTF-8", bytes[in.position()]),
                "save the file as UTF-8");
        return Optional.empty();
    }
}
