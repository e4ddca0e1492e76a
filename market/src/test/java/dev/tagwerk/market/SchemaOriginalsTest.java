package dev.tagwerk.market;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * The derived tables say what the published schemas say; -Dtagwerk.tables=write makes them anew.
 */
class SchemaOriginalsTest {
    private static final Path TABLES = Path.of("src/main/resources/dev/tagwerk/market");

    private static JsonNode read(String name) throws IOException {
        return new ObjectMapper().readTree(Originals.spec(name).toFile());
    }

    private static void compare(String table, String derived) throws IOException {
        Path file = TABLES.resolve(table);
        if (System.getProperty("tagwerk.tables", "").equals("write")) {
            Files.writeString(file, derived);
        } else {
            assertThat(Files.readString(file)).as(table).isEqualTo(derived);
        }
    }

    private static Map<String, JsonNode> roots(JsonNode resources, String... names) {
        Map<String, JsonNode> roots = new LinkedHashMap<>();
        for (int i = 0; i < names.length; i += 2) {
            roots.put(names[i + 1], resources.get(names[i]));
        }
        return roots;
    }

    @Test
    void containerApps() throws IOException {
        JsonNode schema = read("azure/aca-2026-01-01.schema.json");
        compare(
                "schema-aca.tsv",
                SchemaDerivation.table(
                        "Container Apps (ARM), derived by SchemaDerivation.",
                        schema.get("definitions"),
                        roots(
                                schema.get("resourceDefinitions"),
                                "jobs",
                                "Job",
                                "containerApps",
                                "ContainerApp",
                                "managedEnvironments",
                                "ManagedEnvironment",
                                "managedEnvironments_storages",
                                "ManagedEnvironmentStorage"),
                        Set.of()));
    }

    @Test
    void azureMl() throws IOException {
        JsonNode schema = read("azure/aml-2026-05-01.schema.json");
        compare(
                "schema-aml.tsv",
                SchemaDerivation.table(
                        "Azure ML (ARM), derived by SchemaDerivation; AutoML's tasks are left out.",
                        schema.get("definitions"),
                        roots(
                                schema.get("resourceDefinitions"),
                                "workspaces_jobs",
                                "Job",
                                "workspaces_computes",
                                "ComputeResource",
                                "workspaces_onlineEndpoints",
                                "OnlineEndpoint",
                                "workspaces_onlineEndpoints_deployments",
                                "OnlineDeployment",
                                "workspaces_batchEndpoints",
                                "BatchEndpoint",
                                "workspaces_batchEndpoints_deployments",
                                "BatchDeployment",
                                "workspaces_models_versions",
                                "ModelVersion",
                                "workspaces_environments_versions",
                                "EnvironmentVersion",
                                "workspaces_data_versions",
                                "DataVersion"),
                        Set.of("AutoMLVertical")));
    }

    @Test
    void ovhAi() throws IOException {
        JsonNode definitions = read("ovh/ovh-ai-api-v1.schema.json").get("definitions");
        compare(
                "schema-ovh-ai.tsv",
                SchemaDerivation.table(
                        "OVHcloud AI API v1, derived by SchemaDerivation.",
                        definitions,
                        roots(
                                definitions,
                                "JobSpec",
                                "JobSpec",
                                "AppSpec",
                                "AppSpec",
                                "Job",
                                "Job",
                                "App",
                                "App",
                                "NotebookSpec",
                                "NotebookSpec",
                                "DataSyncSpec",
                                "DataSyncSpec",
                                "Flavor",
                                "Flavor",
                                "ProjectQuotas",
                                "ProjectQuotas",
                                "TokenSpec",
                                "TokenSpec"),
                        Set.of()));
    }
}
