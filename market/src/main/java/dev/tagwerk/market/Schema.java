package dev.tagwerk.market;

import java.util.Map;
import java.util.Optional;

/**
 * What a service demands of the objects that it takes.
 *
 * @param name "aca", "aml", "aml-cli" or "ovh-ai"
 * @param version of the interface that it describes
 * @param provenance of the whole; types may name a nearer source
 */
public record Schema(
        String name,
        String title,
        String version,
        Map<String, SchemaType> types,
        Optional<String> note,
        Provenance provenance) {
    public Schema {
        types = Map.copyOf(types);
    }
}
