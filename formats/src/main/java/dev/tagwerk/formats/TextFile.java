package dev.tagwerk.formats;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Reads text files strictly: bounded, and UTF-8 or not at all. */
public final class TextFile {
    private TextFile() {}

    /**
     * Reads a file.
     *
     * @param name how the user names it
     * @param faults where to say why it cannot be read
     */
    public static Optional<SourceFile> read(Path file, String name, List<Fault> faults) {
        Place start = new Place(1, 1);
        try {
            if (Files.isDirectory(file)) {
                faults.add(new Fault(name, start, "is a folder", ""));
                return Optional.empty();
            }
            if (Files.exists(file) && !Files.isRegularFile(file)) {
                // opening a pipe waits for its writer, a device may never end
                faults.add(
                        new Fault(
                                name,
                                start,
                                "is a pipe, socket or device, not a file",
                                "give its text on standard input, as -"));
                return Optional.empty();
            }
            try (InputStream in = Files.newInputStream(file)) {
                return decode(in.readNBytes(Limits.BYTES + 1), name, faults);
            }
        } catch (NoSuchFileException absent) {
            faults.add(new Fault(name, start, "there is no such file", "check the path"));
        } catch (AccessDeniedException denied) {
            faults.add(
                    new Fault(
                            name, start, "may not be read by this user", "check its permissions"));
        } catch (IOException fault) {
            faults.add(new Fault(name, start, "cannot be read: " + fault.getMessage(), ""));
        }
        return Optional.empty();
    }

    /** Decodes what was read; one byte over the limit means that there is more. */
    public static Optional<SourceFile> decode(byte[] bytes, String name, List<Fault> faults) {
        Place start = new Place(1, 1);
        if (bytes.length > Limits.BYTES) {
            faults.add(
                    new Fault(name, start, "is larger than 4 MiB", "no job description needs it"));
            return Optional.empty();
        }
        if (bytes.length >= 2
                && ((bytes[0] == (byte) 0xFF && bytes[1] == (byte) 0xFE)
                        || (bytes[0] == (byte) 0xFE && bytes[1] == (byte) 0xFF))) {
            faults.add(new Fault(name, start, "is encoded as UTF-16", "save it as UTF-8"));
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
        SourceFile source = new SourceFile(name, out.flip().toString());
        if (result.isError()) {
            faults.add(
                    new Fault(
                            name,
                            source.place(source.text().length()),
                            String.format(
                                    "holds the byte 0x%02X, which is not UTF-8",
                                    bytes[in.position()]),
                            "save it as UTF-8"));
            return Optional.empty();
        }
        return Optional.of(source);
    }
}
