package dev.tagwerk.market;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The published files that the tables were made from. They are not part of this project: a machine
 * that has them says where ({@code -Dtagwerk.specs=FOLDER} or {@code TAGWERK_SPECS}), or has them
 * in {@code shared/specs} beside the checkout.
 */
final class Originals {
    private Originals() {}

    /** A file below the folder of published schemas; the test is skipped where there is none. */
    static Path spec(String name) {
        return existing(folder().resolve(name));
    }

    /** A file below the folder of collected facts, the sibling of the schemas. */
    static Path fact(String name) {
        return existing(folder().resolveSibling("facts").resolve(name));
    }

    private static Path existing(Path file) {
        assumeTrue(
                Files.isRegularFile(file),
                () ->
                        "nothing to compare with: "
                                + file
                                + " is not there (-Dtagwerk.specs=FOLDER)");
        return file;
    }

    private static Path folder() {
        String told = System.getProperty("tagwerk.specs", System.getenv("TAGWERK_SPECS"));
        return told == null
                ? Path.of("../../shared/specs").toAbsolutePath().normalize()
                : Path.of(told);
    }
}
