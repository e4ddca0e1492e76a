package dev.tagwerk.images;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Names of this machine's files, as UTF-8 whatever the locale. {@code Path.toString} reads a name's
 * bytes by the locale's encoding: with {@code LC_ALL=C} every letter beyond ASCII is lost. Only
 * {@code Path.toUri} tells the bytes.
 */
final class FileNames {
    private static final Path ROOT = Path.of("/");

    private FileNames() {}

    /** A path as it is stored on disk; empty where it is not UTF-8. */
    static Optional<String> text(Path path) {
        String escaped = ROOT.resolve(path).toUri().getRawPath();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(escaped.length());
        for (int i = 0; i < escaped.length(); i++) {
            char one = escaped.charAt(i);
            if (one == '%') {
                bytes.write(Integer.parseInt(escaped, i + 1, i + 3, 16));
                i += 2;
            } else {
                bytes.write(one);
            }
        }
        try {
            String text =
                    StandardCharsets.UTF_8
                            .newDecoder()
                            .decode(ByteBuffer.wrap(bytes.toByteArray()))
                            .toString();
            // toUri marks what is a folder here; a path of its own never ends so.
            int end = text.length() > 1 && text.endsWith("/") ? text.length() - 1 : text.length();
            return Optional.of(text.substring(path.isAbsolute() ? 0 : 1, end));
        } catch (CharacterCodingException notUtf8) {
            return Optional.empty();
        }
    }
}
