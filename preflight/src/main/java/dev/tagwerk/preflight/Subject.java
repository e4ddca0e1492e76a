package dev.tagwerk.preflight;

import dev.tagwerk.formats.AzScript;
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
 * @param scripted what the file's {@code az} commands make, in the shape of files
 * @param beside of files given beside it: environments, storages, quotas, training configurations
 * @param scriptedBeside what commands in those make
 * @param circumstances what the caller says about target, duration and the like
 * @param sizes what this machine knows about data
 */
record Subject(
        List<Document> documents,
        List<Document> scripted,
        List<Document> beside,
        List<Document> scriptedBeside,
        Circumstances circumstances,
        DataSizes sizes) {
    Subject {
        documents = List.copyOf(documents);
        scripted = List.copyOf(scripted);
        beside = List.copyOf(beside);
        scriptedBeside = List.copyOf(scriptedBeside);
    }

    static Subject of(
            List<Document> documents,
            List<Document> beside,
            Circumstances circumstances,
            DataSizes sizes) {
        return new Subject(
                documents, scripted(documents), beside, scripted(beside), circumstances, sizes);
    }

    private static List<Document> scripted(List<Document> documents) {
        return documents.stream().flatMap(one -> AzScript.of(one).stream()).toList();
    }

    /** Workloads of the file that is checked. */
    Stream<Workload> workloads() {
        return documents.stream().flatMap(document -> document.workloads().stream());
    }

    /** Documents of given formats, the file's own first, what scripts make after files. */
    Stream<Document> all(Format... formats) {
        List<Format> wanted = Arrays.asList(formats);
        return Stream.of(documents, beside, scripted, scriptedBeside)
                .flatMap(List::stream)
                .filter(document -> wanted.contains(document.format()));
    }

    /** Documents of the file itself of given formats. */
    Stream<Document> own(Format... formats) {
        List<Format> wanted = Arrays.asList(formats);
        return Stream.concat(documents.stream(), scripted.stream())
                .filter(document -> wanted.contains(document.format()));
    }
}
