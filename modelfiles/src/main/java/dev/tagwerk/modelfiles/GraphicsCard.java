package dev.tagwerk.modelfiles;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A kind of graphics card, from the dated table {@code cards.csv}.
 *
 * @param bytes of memory, as its maker states it
 * @param capability compute capability, major * 10 + minor
 */
public record GraphicsCard(String name, long bytes, int capability) {
    private static final long GIGABYTE = 1_000_000_000;

    /** All that the table knows, by rising memory. */
    public static List<GraphicsCard> all() {
        try (@Nullable InputStream table = GraphicsCard.class.getResourceAsStream("cards.csv")) {
            if (table == null) {
                throw new ModelFilesException("cards.csv is missing from the installation");
            }
            return new BufferedReader(new InputStreamReader(table, StandardCharsets.UTF_8))
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .skip(1)
                    .map(GraphicsCard::read)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static GraphicsCard read(String line) {
        String[] cells = line.split(",");
        return new GraphicsCard(
                cells[0], Long.parseLong(cells[1]) * GIGABYTE, Integer.parseInt(cells[2]));
    }

    /** The one of this name, in whatever case. */
    public static Optional<GraphicsCard> named(String name) {
        return all().stream().filter(card -> card.name().equalsIgnoreCase(name)).findFirst();
    }
}
