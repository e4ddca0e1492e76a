package dev.tagwerk.formats;

import java.util.List;
import java.util.Locale;

/** Queries of Log Analytics in files of their own: {@code *.kql}, {@code *.csl}. */
final class LogQueryReader implements TextReader {
    @Override
    public List<Document> read(SourceFile source, List<Fault> faults) {
        String name = source.name().toLowerCase(Locale.ROOT);
        if (!name.endsWith(".kql") && !name.endsWith(".csl")) {
            return List.of();
        }
        Span all = new Span(0, source.text().length());
        Scalar text =
                new Scalar(
                        source,
                        all,
                        Span.START,
                        "",
                        source.text(),
                        Scalar.Style.BLOCK,
                        Dialect.YAML_1_2);
        return List.of(new Document(source, Format.LOG_QUERY, text, List.of()));
    }
}
