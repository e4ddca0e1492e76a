package dev.tagwerk.spec;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Where the paths of a foreign file may start, and where those of the job will.
 *
 * @param from the file's folder and the current one, in which such tools are usually started
 * @param job the folder of the job file
 */
record ForeignPlaces(List<Path> from, Path job) {
    ForeignPlaces {
        from = List.copyOf(from);
    }

    /** The file or folder that a text means; empty when there is none of that name. */
    Optional<Path> find(String text) {
        for (Path folder : from) {
            try {
                Path path = folder.resolve(text).normalize();
                if (Files.exists(path)) {
                    return Optional.of(path);
                }
            } catch (InvalidPathException unusable) {
                return Optional.empty();
            }
        }
        return Optional.empty();
    }

    /** A path as the job file writes it. */
    String written(Path path) {
        Path absolute = path.toAbsolutePath().normalize();
        Path folder = job.toAbsolutePath().normalize();
        return absolute.startsWith(folder) && !absolute.equals(folder)
                ? folder.relativize(absolute).toString()
                : absolute.toString();
    }
}
