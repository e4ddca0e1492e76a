package dev.tagwerk.market;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The tables say what the files that they were made from say. */
class FactsOriginalsTest {
    private static List<List<String>> csv(String name) throws IOException {
        List<List<String>> rows = new ArrayList<>();
        for (String line : Files.readAllLines(Originals.fact(name))) {
            List<String> cells = new ArrayList<>();
            StringBuilder cell = new StringBuilder();
            boolean quoted = false;
            for (char c : (line + ",").toCharArray()) {
                if (c == '"') {
                    quoted = !quoted;
                } else if (c == ',' && !quoted) {
                    cells.add(cell.toString());
                    cell.setLength(0);
                } else {
                    cell.append(c);
                }
            }
            rows.add(cells);
        }
        return rows.subList(1, rows.size());
    }

    @Test
    void gpus() throws IOException {
        for (List<String> row : csv("gpus.csv")) {
            Gpu gpu = Gpus.find(row.get(0)).orElseThrow();
            assertThat(gpu.name()).isEqualTo(row.get(0));
            assertThat(gpu.architecture()).isEqualTo(row.get(1));
            ComputeCapability capability = gpu.capability();
            assertThat(capability).as(gpu.name()).hasToString(row.get(2));
            assertThat(gpu.memoryGb()).isEqualTo(Integer.parseInt(row.get(3)));
            assertThat(gpu.bandwidth()).isEqualTo(Double.parseDouble(row.get(4)));
            assertThat(capability.tf32()).isEqualTo(row.get(8).equals("yes"));
            assertThat(capability.bf16()).isEqualTo(row.get(9).equals("yes"));
            assertThat(capability.fp8()).isEqualTo(row.get(10).equals("yes"));
            assertThat(capability.flashAttention2()).isEqualTo(row.get(12).startsWith("yes"));
            assertThat(gpu.lastCudaMajor()).isEqualTo(Integer.parseInt(row.get(15)));
        }
    }

    @Test
    void drivers() throws IOException {
        for (List<String> row : csv("cuda-driver.csv")) {
            CudaRuntime runtime =
                    Cuda.runtime(Cuda.version(row.get(0).replace("+", ""))).orElseThrow();
            assertThat(runtime.minimumDriver()).isEqualTo(Cuda.driver(row.get(2)));
            assertThat(runtime.releaseDriver()).isEqualTo(DriverVersion.parse(row.get(1)));
        }
    }

    @Test
    void regionsAndTheirGpus() throws IOException {
        JsonNode live =
                new ObjectMapper()
                        .readTree(Originals.fact("aca-region-features-2026-04-17.json").toFile());
        int checked = 0;
        for (JsonNode region : live.get("regions")) {
            String name = region.get("slug").asText();
            if (name.contains("(stage)")) {
                continue;
            }
            checked++;
            ServiceRegion ours = ServiceRegions.find("azure-container-apps", name).orElseThrow();
            assertThat(ours.region().displayName()).isEqualTo(region.get("display_name").asText());
            region.get("features")
                    .properties()
                    .forEach(
                            feature -> {
                                String key = feature.getKey().substring(3);
                                boolean there = feature.getValue().asBoolean();
                                if (feature.getKey().startsWith("wp:")) {
                                    assertThat(ours.has(key)).as(name + key).contains(there);
                                } else {
                                    assertThat(ours.features().contains(key)).isEqualTo(there);
                                }
                            });
        }
        assertThat(ServiceRegions.of("azure-container-apps")).hasSize(checked);
    }

    @Test
    void jurisdictions() throws IOException {
        for (List<String> row : csv("regions-jurisdiction.csv")) {
            Region region = Regions.find(row.get(0), row.get(1)).orElseThrow();
            assertThat(region.country()).isEqualTo(row.get(2).replace("UK", "GB"));
            Jurisdiction expected =
                    switch (row.get(3).split("[ ;]")[0]) {
                        case "EU" -> Jurisdiction.EU;
                        case "EEA" -> Jurisdiction.EEA;
                        case "adequacy" -> Jurisdiction.ADEQUATE;
                        default -> Jurisdiction.THIRD_COUNTRY;
                    };
            assertThat(region.jurisdiction()).as(region.name()).isEqualTo(expected);
        }
    }

    @Test
    void machines() throws IOException {
        for (List<String> row : csv("azure-vm-gpu-prices.csv")) {
            Machine machine = Machines.find("azure-vm", row.get(0)).orElseThrow();
            assertThat(machine.gpu().orElseThrow().name()).isEqualTo(row.get(1));
            assertThat(machine.gpuCount()).isEqualTo(Integer.parseInt(row.get(2)));
            assertThat(machine.vcpus()).isEqualTo(Double.parseDouble(row.get(3)));
            assertThat(machine.memoryGib()).isEqualTo(Double.parseDouble(row.get(4)));
        }
        for (List<String> row : csv("ovh-ai-flavors.csv")) {
            if (row.get(0).contains("unknown")) {
                continue;
            }
            Machine machine = Machines.find("ovh-ai", row.get(0)).orElseThrow();
            assertThat(machine.vcpus()).isEqualTo(Double.parseDouble(row.get(3)));
            assertThat(machine.memoryGib()).isEqualTo(Double.parseDouble(row.get(4)));
            assertThat(machine.gpu().map(gpu -> gpu.capability().toString()).orElse("-"))
                    .isEqualTo(row.get(8));
        }
    }

    @Test
    void pricesOfContainerApps() throws IOException {
        int checked = 0;
        for (List<String> row : csv("aca-prices.csv")) {
            boolean rounded = row.get(3).contains("ROUNDED");
            Tariff ours =
                    PriceBook.shipped().all().stream()
                            .filter(tariff -> tariff.region().equals(Optional.of(row.get(0))))
                            .filter(
                                    tariff ->
                                            tariff.providerMeter().equals(Optional.of(row.get(1))))
                            .findFirst()
                            .orElseThrow();
            assertThat(ours.price().amount())
                    .isEqualTo(
                            rounded ? Optional.empty() : Optional.of(new BigDecimal(row.get(2))));
            checked++;
        }
        assertThat(checked).isGreaterThan(20);
    }

    @Test
    void pricesOfMachinesAndFlavors() throws IOException {
        for (List<String> row : csv("azure-vm-gpu-prices.csv")) {
            for (Plan plan : Plan.values()) {
                String cell = row.get(plan == Plan.ON_DEMAND ? 6 : 7);
                Optional<BigDecimal> ours =
                        PriceBook.shipped()
                                .find(
                                        new TariffKey(
                                                "azure-vm",
                                                row.get(5),
                                                row.get(0),
                                                Meter.MACHINE,
                                                plan))
                                .flatMap(tariff -> tariff.price().amount());
                assertThat(ours)
                        .isEqualTo(
                                cell.isEmpty()
                                        ? Optional.empty()
                                        : Optional.of(new BigDecimal(cell)));
            }
        }
        for (List<String> row : csv("ovh-ai-flavors.csv")) {
            if (row.get(6).isEmpty()) {
                continue;
            }
            assertThat(
                            PriceBook.shipped()
                                    .find(
                                            new TariffKey(
                                                    "ovh-ai",
                                                    "GRA",
                                                    row.get(0),
                                                    Meter.MACHINE,
                                                    Plan.ON_DEMAND))
                                    .flatMap(tariff -> tariff.price().amount()))
                    .contains(new BigDecimal(row.get(6)));
        }
    }

    @Test
    void storagePricesAndGrants() throws IOException {
        for (List<String> row : csv("storage-prices.csv")) {
            if (!row.get(4).isEmpty()) {
                assertThat(StorageTariff.all())
                        .as(row.toString())
                        .anyMatch(
                                tariff ->
                                        tariff.price()
                                                .amount()
                                                .equals(Optional.of(new BigDecimal(row.get(4)))));
            }
        }
        for (List<String> row : csv("aca-free-grant.csv")) {
            BigDecimal amount = new BigDecimal(row.get(1));
            assertThat(Grant.all())
                    .as(row.toString())
                    .anyMatch(
                            grant ->
                                    grant.service().equals("azure-container-apps")
                                            && (grant.amount().compareTo(amount) == 0
                                                    || grant.unit() == Unit.MILLION_REQUESTS
                                                            && grant.amount()
                                                                            .movePointRight(6)
                                                                            .compareTo(amount)
                                                                    == 0));
        }
    }
}
