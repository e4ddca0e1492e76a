package dev.tagwerk.formats;

import java.util.Optional;

/**
 * A training program's setting, written in a configuration or on its command line.
 *
 * @param name lower case, words joined by {@code _}, without dashes: {@code save_steps}
 * @param value empty for a flag without a value
 * @param node what to point at
 */
public record Setting(String name, Optional<Scalar> value, Node node) {
    /** Whether it is switched on: a flag, or a value that means yes. */
    public boolean isOn() {
        return value.map(
                        scalar ->
                                scalar.asBoolean()
                                        .orElse(
                                                !scalar.isNothing()
                                                        && !scalar.text().equals("0")
                                                        && !scalar.text().equalsIgnoreCase("no")
                                                        && !scalar.text().equalsIgnoreCase("none")))
                .orElse(true);
    }
}
