package dev.tagwerk.pricefeed;

import java.util.Optional;

/**
 * A price or a rate that is another one than before.
 *
 * @param before with its unit; empty where there was none
 */
public record Change(String what, Optional<String> before, String now, String source) {}
