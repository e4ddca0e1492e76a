package dev.tagwerk.preflight;

import dev.tagwerk.formats.Document;
import dev.tagwerk.formats.Format;
import dev.tagwerk.formats.Workload;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * What rules look at: one file's documents, and what is known besides. Immutable.
 *
 * @param documents of the file that is checked
 * @param beside of files given beside it: environments, storages, quotas, training configurations
 * @param circumstances what the caller says about target, duration and the like
 */
record Subject(List<Document> documents, List<Document> beside, Circumstances circumstances) {
    Subject {
        documents = List.copyOf(documents);
        beside = List.copyOf(beside);
    }

    /** Workloads of the file that is checked. */
    Stream<Workload> workloads() {
        return documents.stream().flatMap(document -> document.workloads().stream());
    }

    /** Documents of given formats, the file's own first. */
    Stream<Document> all(Format... formats) {
        List<Format> wanted = Arrays.asList(formats);
        return Stream.concat(documents.stream(), beside.stream())
                .filter(document -> wanted.contains(document.format()));
    }

    /** Documents of the file itself of given formats. */
    Stream<Document> own(Format... formats) {
        List<Format> wanted = Arrays.asList(formats);
        return documents.stream().filter(document -> wanted.contains(document.format()));
    }
}
