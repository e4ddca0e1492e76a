package dev.tagwerk.images;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** Real engines for tests. */
final class Programs {
    private Programs() {}

    /**
     * Where a program is. Named by a variable, as in continuous integration, it must be there;
     * otherwise it is looked for in PATH.
     */
    static Optional<Path> find(String variable, String name) {
        String named = System.getenv(variable);
        if (named != null && !named.isEmpty()) {
            assertThat(Path.of(named)).isExecutable();
            return Optional.of(Path.of(named));
        }
        return Stream.of(String.valueOf(System.getenv("PATH")).split(":"))
                .map(one -> Path.of(one, name))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
