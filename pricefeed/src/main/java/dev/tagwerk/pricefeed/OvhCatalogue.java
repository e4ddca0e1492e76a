package dev.tagwerk.pricefeed;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tagwerk.market.Confidence;
import dev.tagwerk.market.Machine;
import dev.tagwerk.market.Machines;
import dev.tagwerk.market.Meter;
import dev.tagwerk.market.Plan;
import dev.tagwerk.market.Price;
import dev.tagwerk.market.Provenance;
import dev.tagwerk.market.Tariff;
import dev.tagwerk.market.Unit;
import java.math.BigDecimal;
import java.net.URI;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * OVHcloud's order catalogue: a GPU's minute of AI Training, in units of 1e-8 of the currency,
 * without VAT.
 */
record OvhCatalogue(Web web, URI address, LocalDate today) {
    private static final String WHO = "OVHcloud's order catalogue";
    private static final Pattern PLAN =
            Pattern.compile("ai-training\\.([a-z0-9-]{1,60})\\.minute\\.consumption");

    Reading read() {
        JsonNode catalogue = Answers.json(web.text(address), WHO);
        String code = catalogue.path("locale").path("currencyCode").asText();
        if (!code.matches("[A-Z]{3}") || !catalogue.path("addons").isArray()) {
            throw new FeedException(WHO + ": an answer without currency or addons");
        }
        List<Tariff> tariffs = new ArrayList<>();
        List<String> doubts = new ArrayList<>();
        for (JsonNode addon : catalogue.path("addons")) {
            Matcher plan = PLAN.matcher(addon.path("planCode").asText());
            Optional<Machine> machine =
                    plan.matches() ? Machines.find("ovh-ai", plan.group(1)) : Optional.empty();
            if (machine.isEmpty()) {
                continue;
            }
            Optional<BigDecimal> minute = minute(addon.path("pricings"));
            if (minute.isEmpty()) {
                doubts.add(machine.get().name() + ": no price that can be");
            } else {
                tariffs.add(tariff(machine.get(), plan.group(), minute.get(), code));
            }
        }
        if (tariffs.isEmpty()) {
            throw new FeedException(WHO + ": it has no flavor of AI Training that is known here");
        }
        return new Reading(tariffs, doubts);
    }

    private static Optional<BigDecimal> minute(JsonNode pricings) {
        for (JsonNode pricing : pricings) {
            boolean consumption = false;
            for (JsonNode capacity : pricing.path("capacities")) {
                consumption |= capacity.asText().equals("consumption");
            }
            if (consumption) {
                return Answers.price(pricing.path("price"));
            }
        }
        return Optional.empty();
    }

    private Tariff tariff(Machine machine, String plan, BigDecimal minute, String currency) {
        return new Tariff(
                "ovh-ai",
                Optional.empty(),
                Optional.of(machine.name()),
                Meter.MACHINE,
                Plan.ON_DEMAND,
                Optional.of(plan),
                new Price(
                        Optional.of(
                                minute.movePointLeft(8)
                                        .multiply(BigDecimal.valueOf(60))
                                        .stripTrailingZeros()),
                        Currency.getInstance(currency),
                        Unit.HOUR,
                        180,
                        Optional.of("without VAT; per GPU, sixty times the minute"),
                        new Provenance(WHO, today.toString(), Confidence.DOCUMENTED)));
    }
}
