package dev.tagwerk.cli;

import dev.tagwerk.spec.KeyPlace;
import dev.tagwerk.spec.Problem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What was found out about a job file: problems, with their place in it, and facts for people. */
final class Findings {
    private final Path file;
    private final String text;
    private final List<Problem> problems = new ArrayList<>();
    private final List<String> facts = new ArrayList<>();

    /**
     * @param text the file's text, to find places in
     */
    Findings(Path file, String text) {
        this.file = file;
        this.text = text;
    }

    List<Problem> problems() {
        return problems;
    }

    List<String> facts() {
        return facts;
    }

    void fact(String fact) {
        facts.add(fact);
    }

    /** A problem with the value of a key, such as {@code data.train}. */
    void problem(String key, String message, String suggestion) {
        problem(KeyPlace.of(text, key), key, message, suggestion);
    }

    /** A problem with a part of the value: an item of a list, or a key of a mapping. */
    void problem(String key, String part, String message, String suggestion) {
        problem(KeyPlace.of(text, key, part), key, message, suggestion);
    }

    private void problem(KeyPlace place, String key, String message, String suggestion) {
        problems.add(
                new Problem(
                        file.toString(), place.line(), place.column(), key, message, suggestion));
    }

    void problem(String key, RuntimeException failure) {
        String message = failure.getMessage();
        problem(key, message == null ? failure.toString() : message, "");
    }

    /** Whether a file is there and can be read; a problem where it is not. */
    boolean readable(String key, Path path) {
        if (!Files.exists(path)) {
            problem(key, "there is no file " + path, "paths start in the job file's folder");
            return false;
        }
        if (Files.isDirectory(path) || !Files.isReadable(path)) {
            problem(key, path + (Files.isDirectory(path) ? " is a folder" : " cannot be read"), "");
            return false;
        }
        return true;
    }
}
