package dev.tagwerk.data;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** The report as JSON: the records' own fields, in snake_case. */
final class CheckJson {
    private static final ObjectMapper MAPPER =
            JsonMapper.builder()
                    .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                    .enable(SerializationFeature.INDENT_OUTPUT)
                    .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
                    .build();

    private CheckJson() {}

    static String write(CheckReport report) {
        ObjectNode json = MAPPER.valueToTree(report);
        json.put("format", report.format().word());
        json.put("numbering", report.numbering().word());
        json.put("usable", report.usable());
        json.put("kept", report.kept());
        for (var label : json.withArray("labels")) {
            ((ObjectNode) label)
                    .put("kind", QuestionKind.valueOf(label.get("kind").asText()).word());
        }
        try {
            return MAPPER.writeValueAsString(json);
        } catch (JsonProcessingException e) {
            throw new DataException("cannot write the report as JSON: " + e.getMessage(), e);
        }
    }
}
