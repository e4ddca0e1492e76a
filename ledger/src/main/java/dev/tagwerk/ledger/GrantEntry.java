package dev.tagwerk.ledger;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tagwerk.market.Unit;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.YearMonth;
import java.util.Arrays;

/** One line of the file in which grants are counted. A later one about the same takes its place. */
sealed interface GrantEntry {
    Instant at();

    String subscription();

    GrantSlot slot();

    BigDecimal amount();

    /** What a run was given; nothing where it gave it back. */
    record Claimed(Instant at, String subscription, GrantSlot slot, String claim, BigDecimal amount)
            implements GrantEntry {}

    /** What was used by anything else that the subscription pays for, as somebody said. */
    record Used(Instant at, String subscription, GrantSlot slot, String source, BigDecimal amount)
            implements GrantEntry {}

    ObjectMapper MAPPER = new ObjectMapper();

    /** As a line of the file, its end included. */
    static byte[] line(GrantEntry entry) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("at", entry.at().toString());
        switch (entry) {
            case Claimed claimed -> node.put("kind", "claim").put("claim", claimed.claim());
            case Used used -> node.put("kind", "used").put("source", used.source());
        }
        node.put("subscription", entry.subscription())
                .put("month", entry.slot().month().toString())
                .put("service", entry.slot().service())
                .put("unit", entry.slot().unit().toString())
                .put("amount", entry.amount().stripTrailingZeros().toPlainString());
        return (node + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Reads what {@link #line} wrote.
     *
     * @throws IllegalArgumentException when it is something else
     */
    static GrantEntry parse(byte[] line) {
        JsonNode node;
        try {
            node = MAPPER.readTree(new String(line, StandardCharsets.UTF_8));
        } catch (JsonProcessingException damaged) {
            throw new IllegalArgumentException("no JSON", damaged);
        }
        GrantSlot slot =
                new GrantSlot(
                        text(node, "service"),
                        unit(text(node, "unit")),
                        YearMonth.parse(text(node, "month")));
        String amount = text(node, "amount");
        if (!amount.matches("[0-9]{1,20}(\\.[0-9]{1,20})?")) {
            throw new IllegalArgumentException("'amount' is no amount");
        }
        Instant at = Instant.parse(text(node, "at"));
        return switch (text(node, "kind")) {
            case "claim" ->
                    new Claimed(
                            at,
                            text(node, "subscription"),
                            slot,
                            text(node, "claim"),
                            new BigDecimal(amount));
            case "used" ->
                    new Used(
                            at,
                            text(node, "subscription"),
                            slot,
                            text(node, "source"),
                            new BigDecimal(amount));
            default -> throw new IllegalArgumentException("'kind' is unknown to this version");
        };
    }

    private static String text(JsonNode node, String name) {
        JsonNode value = node.path(name);
        if (!value.isTextual() || value.textValue().isBlank()) {
            throw new IllegalArgumentException("'" + name + "' is missing");
        }
        return value.textValue();
    }

    private static Unit unit(String text) {
        return Arrays.stream(Unit.values())
                .filter(one -> one.toString().equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'unit' is unknown"));
    }
}
