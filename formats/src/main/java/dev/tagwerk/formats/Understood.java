package dev.tagwerk.formats;

import java.util.List;

/** What was read of a file, and what was not. */
public record Understood(List<Document> documents, List<Fault> faults) {
    public Understood {
        documents = List.copyOf(documents);
        faults = List.copyOf(faults);
    }
}
