package dev.tagwerk.model;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** A test that asks llama.cpp, with one process of it for the class. */
abstract class WithLlamaCpp {
    static LlamaCpp llama;
    @TempDir Path folder;

    @BeforeAll
    static void start() throws IOException {
        llama = LlamaCpp.start();
    }

    @AfterAll
    static void stop() throws IOException {
        if (llama != null) {
            llama.close();
            llama = null;
        }
    }
}
