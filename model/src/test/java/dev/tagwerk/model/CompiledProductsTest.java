package dev.tagwerk.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompiledProductsTest {
    @BeforeAll
    static void load() {
        Libtorch.load();
    }

    /** What the natives see: {@code System.getenv} holds the environment of the JVM's start. */
    @ParameterizedTest
    @CsvSource({"ONEDNN_PRIMITIVE_CACHE_CAPACITY, 256", "LRU_CACHE_CAPACITY, 64"})
    void theNativesAreToldHowManyToKeep(String name, String most) throws Throwable {
        Linker linker = Linker.nativeLinker();
        MemorySegment value;
        try (var arena = java.lang.foreign.Arena.ofConfined()) {
            value =
                    (MemorySegment)
                            linker.downcallHandle(
                                            linker.defaultLookup().findOrThrow("getenv"),
                                            FunctionDescriptor.of(
                                                    ValueLayout.ADDRESS, ValueLayout.ADDRESS))
                                    .invokeExact(arena.allocateFrom(name));
        }
        assertThat(value).isNotEqualTo(MemorySegment.NULL);
        String given = System.getenv(name);
        assertThat(value.reinterpret(64).getString(0)).isEqualTo(given == null ? most : given);
    }
}
