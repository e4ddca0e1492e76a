package dev.tagwerk.pricefeed;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tagwerk.market.Confidence;
import dev.tagwerk.market.Machine;
import dev.tagwerk.market.Machines;
import dev.tagwerk.market.Meter;
import dev.tagwerk.market.Plan;
import dev.tagwerk.market.Price;
import dev.tagwerk.market.Provenance;
import dev.tagwerk.market.Regions;
import dev.tagwerk.market.Tariff;
import dev.tagwerk.market.Unit;
import java.math.BigDecimal;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Currency;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Azure's Retail Prices API, in dollars: its prices in other currencies are rounded to four
 * decimals, which leaves nothing of a GPU's second.
 */
record AzurePrices(Web web, URI base, Instant now) {
    private static final String WHO = "Azure Retail Prices API";
    private static final int MOST_PAGES = 200;
    private static final Currency USD = Currency.getInstance("USD");

    private record Kind(Meter meter, Optional<String> machine, Unit unit) {}

    private static final Map<String, Kind> METERS =
            Map.of(
                    "Standard vCPU Active Usage",
                    new Kind(Meter.VCPU_ACTIVE, Optional.empty(), Unit.VCPU_SECOND),
                    "Standard vCPU Idle Usage",
                    new Kind(Meter.VCPU_IDLE, Optional.empty(), Unit.VCPU_SECOND),
                    "Standard Memory Active Usage",
                    new Kind(Meter.MEMORY_ACTIVE, Optional.empty(), Unit.GIB_SECOND),
                    "Standard Memory Idle Usage",
                    new Kind(Meter.MEMORY_IDLE, Optional.empty(), Unit.GIB_SECOND),
                    "Standard NC T4 v3 GPU Usage",
                    new Kind(Meter.GPU, Optional.of("T4"), Unit.GPU_SECOND),
                    "Standard NC A100 v4 GPU Usage",
                    new Kind(Meter.GPU, Optional.of("A100-80GB"), Unit.GPU_SECOND),
                    "Dedicated vCPU Usage",
                    new Kind(Meter.DEDICATED_VCPU, Optional.empty(), Unit.VCPU_HOUR),
                    "Dedicated Memory Usage",
                    new Kind(Meter.DEDICATED_MEMORY, Optional.empty(), Unit.GIB_HOUR),
                    "Dedicated GPU Usage",
                    new Kind(Meter.DEDICATED_GPU, Optional.of("A100-80GB"), Unit.GPU_HOUR),
                    "Dedicated Plan Management",
                    new Kind(Meter.DEDICATED_MANAGEMENT, Optional.empty(), Unit.HOUR));

    private record Dated(Tariff tariff, Instant since) {}

    Reading read() {
        Map<String, Dated> found = new HashMap<>();
        List<String> doubts = new ArrayList<>();
        items("serviceName eq 'Azure Container Apps' and priceType eq 'Consumption'")
                .forEach(item -> take(item, containerApps(item), found, doubts));
        for (Machine machine : Machines.of("azure-vm")) {
            if (machine.note().filter(note -> note.startsWith("retired")).isEmpty()) {
                items(
                                "serviceName eq 'Virtual Machines' and priceType eq 'Consumption'"
                                        + " and armSkuName eq '"
                                        + machine.name()
                                        + "'")
                        .forEach(item -> take(item, virtualMachine(item, machine), found, doubts));
            }
        }
        if (found.isEmpty()) {
            throw new FeedException(WHO + ": it answered without one price that is known here");
        }
        return new Reading(found.values().stream().map(Dated::tariff).toList(), doubts);
    }

    private List<JsonNode> items(String filter) {
        List<JsonNode> items = new ArrayList<>();
        Set<URI> seen = new HashSet<>();
        Optional<URI> page = Optional.of(first(filter));
        while (page.isPresent()) {
            if (!seen.add(page.get()) || seen.size() > MOST_PAGES) {
                throw new FeedException(WHO + ": its pages do not end");
            }
            JsonNode answer = Answers.json(web.text(page.get()), WHO);
            if (!answer.path("Items").isArray()) {
                throw new FeedException(WHO + ": an answer without Items");
            }
            answer.path("Items").forEach(items::add);
            page = next(answer.path("NextPageLink"));
        }
        return items;
    }

    private URI first(String filter) {
        return URI.create(
                base
                        + "?api-version=2023-01-01-preview&meterRegion=%27primary%27&$filter="
                        + URLEncoder.encode(filter, StandardCharsets.UTF_8).replace("+", "%20"));
    }

    /** The next page must be the publisher's own: a link to somewhere else is not followed. */
    private Optional<URI> next(JsonNode link) {
        if (link.isMissingNode() || link.isNull() || link.asText().isEmpty()) {
            return Optional.empty();
        }
        try {
            URI next = URI.create(link.asText().replace(" ", "%20").replace("'", "%27"));
            boolean own =
                    base.getHost().equalsIgnoreCase(String.valueOf(next.getHost()))
                            && base.getScheme().equalsIgnoreCase(String.valueOf(next.getScheme()))
                            && port(base) == port(next);
            if (own) {
                return Optional.of(next);
            }
        } catch (IllegalArgumentException e) {
            throw new FeedException(WHO + ": a link to its next page that is none", e);
        }
        throw new FeedException(WHO + ": its next page lies on another server");
    }

    private static int port(URI address) {
        return address.getPort() >= 0
                ? address.getPort()
                : address.getScheme().equalsIgnoreCase("http") ? 80 : 443;
    }

    private Optional<Tariff> containerApps(JsonNode item) {
        Kind kind = METERS.get(item.path("meterName").asText());
        if (kind == null
                || !item.path("serviceName").asText().equals("Azure Container Apps")
                || !unit(item, kind.unit().seconds() == 1 ? "1 Second" : "1 Hour")) {
            return Optional.empty();
        }
        return tariff(
                item,
                "azure-container-apps",
                kind.machine(),
                kind.meter(),
                Plan.ON_DEMAND,
                kind.unit());
    }

    private Optional<Tariff> virtualMachine(JsonNode item, Machine machine) {
        String meter = item.path("meterName").asText();
        if (!item.path("armSkuName").asText().equals(machine.name())
                || item.path("productName").asText().contains("Windows")
                || meter.endsWith(" Low Priority")
                || !unit(item, "1 Hour")) {
            return Optional.empty();
        }
        return tariff(
                item,
                "azure-vm",
                Optional.of(machine.name()),
                Meter.MACHINE,
                meter.endsWith(" Spot") ? Plan.SPOT : Plan.ON_DEMAND,
                Unit.HOUR);
    }

    private static boolean unit(JsonNode item, String unit) {
        return item.path("unitOfMeasure").asText().equals(unit);
    }

    private Optional<Tariff> tariff(
            JsonNode item,
            String service,
            Optional<String> machine,
            Meter meter,
            Plan plan,
            Unit unit) {
        boolean list =
                item.path("type").asText().equals("Consumption")
                        && item.path("currencyCode").asText().equals("USD")
                        && item.path("tierMinimumUnits").asDouble(-1) == 0
                        && item.path("isPrimaryMeterRegion").asBoolean(true);
        return list
                ? Regions.find("azure", item.path("armRegionName").asText())
                        .map(
                                region ->
                                        new Tariff(
                                                service,
                                                Optional.of(region.name()),
                                                machine,
                                                meter,
                                                plan,
                                                Optional.of(item.path("meterName").asText()),
                                                price(item, unit, plan == Plan.SPOT ? 7 : 180)))
                : Optional.empty();
    }

    private Price price(JsonNode item, Unit unit, int maxAgeDays) {
        Optional<BigDecimal> amount = Answers.price(item.path("retailPrice"));
        return new Price(
                amount,
                USD,
                unit,
                maxAgeDays,
                Optional.empty(),
                new Provenance(
                        WHO,
                        LocalDate.ofInstant(now, ZoneOffset.UTC).toString(),
                        Confidence.DOCUMENTED));
    }

    /** Of several rows of one meter the latest that holds already counts. */
    private void take(
            JsonNode item, Optional<Tariff> tariff, Map<String, Dated> found, List<String> doubts) {
        if (tariff.isEmpty()) {
            return;
        }
        String name = tariff.get().name();
        if (tariff.get().price().amount().isEmpty()) {
            doubts.add(name + ": a price of " + shortened(item.path("retailPrice").asText()));
            return;
        }
        Optional<Instant> since = since(item.path("effectiveStartDate").asText());
        if (since.isEmpty() || since.get().isAfter(now)) {
            return;
        }
        Dated before = found.get(name);
        if (before == null || before.since().isBefore(since.get())) {
            found.put(name, new Dated(tariff.get(), since.get()));
        }
    }

    private static Optional<Instant> since(String text) {
        try {
            return Optional.of(Instant.parse(text));
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    private static String shortened(String text) {
        String plain = text.replaceAll("\\p{Cntrl}", " ");
        return plain.isEmpty() ? "nothing" : plain.substring(0, Math.min(40, plain.length()));
    }
}
