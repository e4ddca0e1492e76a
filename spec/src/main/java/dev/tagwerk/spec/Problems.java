package dev.tagwerk.spec;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects what is wrong with one file. Not thread-safe. */
final class Problems {
    private final String file;
    private final List<Problem> found = new ArrayList<>();

    Problems(String file) {
        this.file = file;
    }

    void add(Place at, String path, String message, String suggestion) {
        found.add(new Problem(file, at.line(), at.column(), path, message, suggestion));
    }

    int size() {
        return found.size();
    }

    boolean isEmpty() {
        return found.isEmpty();
    }

    /** In the order of the file. */
    List<Problem> inOrder() {
        return found.stream()
                .sorted(Comparator.comparingInt(Problem::line).thenComparingInt(Problem::column))
                .distinct()
                .toList();
    }
}
