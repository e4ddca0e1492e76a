package dev.tagwerk.formats;

import java.util.List;

/** Reads one family of files that are neither YAML nor JSON. Stateless. */
interface TextReader {
    /** What the file describes; empty when it is not of this family. */
    List<Document> read(SourceFile source, List<Fault> faults);
}
