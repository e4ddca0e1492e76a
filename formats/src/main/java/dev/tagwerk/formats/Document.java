package dev.tagwerk.formats;

import java.util.List;

/**
 * One thing that a file describes.
 *
 * @param root its values; for a shell script a list of its commands' words
 * @param workloads what is started by it; empty where it starts nothing
 */
public record Document(SourceFile source, Format format, Node root, List<Workload> workloads) {
    public Document {
        workloads = List.copyOf(workloads);
    }
}
