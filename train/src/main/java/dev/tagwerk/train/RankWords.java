package dev.tagwerk.train;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;

/** Texts of several lines on one line, as JSON writes them. */
final class RankWords {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private RankWords() {}

    static String quoted(String text) {
        try {
            return JSON.writeValueAsString(text);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a text is always writable", e);
        }
    }

    static String unquoted(String text) {
        try {
            return JSON.readValue(text, String.class);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("no quoted text: " + text, e);
        }
    }
}
