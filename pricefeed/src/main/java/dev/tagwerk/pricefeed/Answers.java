package dev.tagwerk.pricefeed;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.math.BigDecimal;
import java.util.Optional;

/** JSON that a stranger wrote: numbers stay decimal, depth and lengths are bounded. */
final class Answers {
    private static final ObjectMapper MAPPER =
            JsonMapper.builder(
                            com.fasterxml.jackson.core.JsonFactory.builder()
                                    .streamReadConstraints(
                                            StreamReadConstraints.builder()
                                                    .maxNestingDepth(50)
                                                    .maxNumberLength(60)
                                                    .maxStringLength(1_000_000)
                                                    .build())
                                    .build())
                    .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                    .build();

    private Answers() {}

    static JsonNode json(String text, String who) {
        try {
            JsonNode node = MAPPER.readTree(text);
            if (node != null && node.isObject()) {
                return node;
            }
        } catch (JsonProcessingException e) {
            throw new FeedException(who + ": the answer is no JSON, or it was cut", e);
        }
        throw new FeedException(who + ": the answer is no JSON object");
    }

    /**
     * A number above zero and of sane size; a price of nothing for a paid meter is not believed.
     */
    static Optional<BigDecimal> price(JsonNode node) {
        if (!node.isNumber()) {
            return Optional.empty();
        }
        BigDecimal value = node.decimalValue();
        boolean sane =
                value.signum() > 0
                        && value.precision() <= 30
                        && Math.abs(value.scale()) <= 20
                        && value.compareTo(BigDecimal.valueOf(1_000_000_000_000L)) < 0;
        return sane ? Optional.of(value) : Optional.empty();
    }
}
