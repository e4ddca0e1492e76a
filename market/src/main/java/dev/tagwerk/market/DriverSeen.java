package dev.tagwerk.market;

import java.util.Optional;

/** A driver that someone saw on a service's machines; another region or day may have another. */
public record DriverSeen(
        String service,
        String gpu,
        DriverVersion driver,
        Optional<String> note,
        Provenance provenance) {
    static DriverSeen of(Row row) {
        return new DriverSeen(
                row.text("service"),
                row.text("gpu"),
                Cuda.driver(row.text("driver")),
                row.optional("note"),
                row.provenance());
    }
}
