package dev.tagwerk.market;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An object of a service's schema.
 *
 * @param schema "aca", ...
 * @param properties by name, in the table's order
 * @param complete whether the list of properties is whole: else a name that is not in it is at most
 *     worth a note
 * @param discriminator the property whose value decides which further properties there are
 * @param variants that property's values, and the types that they add
 */
public record SchemaType(
        String schema,
        String name,
        Map<String, SchemaProperty> properties,
        boolean complete,
        Optional<String> discriminator,
        Map<String, String> variants,
        Optional<String> note,
        Provenance provenance) {
    public SchemaType {
        properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
        variants = Collections.unmodifiableMap(new LinkedHashMap<>(variants));
    }

    public Optional<SchemaProperty> property(String property) {
        return Optional.ofNullable(properties.get(property));
    }

    public List<SchemaProperty> required() {
        return properties.values().stream().filter(SchemaProperty::required).toList();
    }

    /** The property whose name is nearest to one that there is not, to offer instead. */
    public Optional<SchemaProperty> nearest(String unknown) {
        return Names.nearest(unknown, properties.keySet()).map(properties::get);
    }

    /**
     * This type with what the discriminator's value adds. Empty when there is no such variant; a
     * type without discriminator has none.
     */
    public Optional<SchemaType> variant(String value) {
        for (Map.Entry<String, String> one : variants.entrySet()) {
            if (Names.key(one.getKey()).equals(Names.key(value))) {
                SchemaType added = Schemas.type(schema, one.getValue());
                Map<String, SchemaProperty> all = new LinkedHashMap<>(properties);
                all.putAll(added.properties);
                return Optional.of(
                        new SchemaType(
                                schema,
                                added.name,
                                all,
                                complete && added.complete,
                                Optional.empty(),
                                Map.of(),
                                added.note,
                                added.provenance));
            }
        }
        return Optional.empty();
    }

    /** The type that a property's objects have. */
    public SchemaType resolve(ValueType.Reference reference) {
        return Schemas.type(schema, reference.type());
    }
}
