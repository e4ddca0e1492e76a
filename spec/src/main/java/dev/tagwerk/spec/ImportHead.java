package dev.tagwerk.spec;

import java.util.List;

/** The comment at the head of a job that was made of somebody else's file. */
final class ImportHead {
    private ImportHead() {}

    /**
     * @param file the other file's name
     * @param what it is, to follow a comma
     */
    static String text(String file, String what, List<ImportNote> notes) {
        StringBuilder head = new StringBuilder();
        head.append("# Imported from ")
                .append(Shown.oneLine(file))
                .append(", ")
                .append(what)
                .append(". Behind a line stands the key that it comes from.\n");
        for (ImportNote.Kind kind :
                new ImportNote.Kind[] {ImportNote.Kind.LOST, ImportNote.Kind.CHANGED}) {
            List<ImportNote> these = notes.stream().filter(note -> note.kind() == kind).toList();
            if (!these.isEmpty()) {
                head.append("# What ").append(kind.words()).append(":\n");
                these.forEach(
                        note ->
                                head.append("#   ")
                                        .append(Shown.oneLine(note.toString()))
                                        .append('\n'));
            }
        }
        return head.append('\n').toString();
    }
}
