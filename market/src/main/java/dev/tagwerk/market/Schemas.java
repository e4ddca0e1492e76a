package dev.tagwerk.market;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the services demand of jobs, apps, clusters and endpoints: which properties there are, of
 * which kind, required or not, with which values.
 *
 * <ul>
 *   <li>"aca": Container Apps as its ARM interface takes it: "Job", "ContainerApp",
 *       "ManagedEnvironment", "ManagedEnvironmentStorage"; and "CliJob", "CliApp" as {@code az
 *       containerapp ... --yaml} takes them
 *   <li>"aml": Azure ML's ARM interface: "Job", "ComputeResource", "OnlineEndpoint",
 *       "OnlineDeployment", "BatchEndpoint", "BatchDeployment", "ModelVersion",
 *       "EnvironmentVersion", "DataVersion"
 *   <li>"aml-cli": the YAML files of {@code az ml}: "CommandJob", "SweepJob", "PipelineJob",
 *       "AmlCompute", "ComputeInstance", "ManagedOnlineEndpoint", "ManagedOnlineDeployment", ...
 *   <li>"ovh-ai": OVHcloud's AI API: "JobSpec", "AppSpec", "Volume", ...
 * </ul>
 */
public final class Schemas {
    private static final Map<String, Schema> ALL = read();

    private Schemas() {}

    public static List<Schema> all() {
        return List.copyOf(ALL.values());
    }

    /** A type that code relies on; one that no table has is a mistake of that code. */
    public static SchemaType type(String schema, String type) {
        return find(schema, type)
                .orElseThrow(() -> new MarketException("no type " + type + " in schema " + schema));
    }

    public static Optional<SchemaType> find(String schema, String type) {
        return Optional.ofNullable(ALL.get(schema)).map(one -> one.types().get(type));
    }

    private static Map<String, Schema> read() {
        List<Row> amendments = Table.read("schema-amendments.tsv").rows();
        Map<String, Schema> all = new LinkedHashMap<>();
        for (Schema schema :
                Table.read("schemas.tsv").map(row -> SchemaTable.read(row, amendments))) {
            all.put(schema.name(), schema);
        }
        return Collections.unmodifiableMap(all);
    }
}
