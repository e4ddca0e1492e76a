package dev.tagwerk.preflight;

import dev.tagwerk.formats.Node;
import dev.tagwerk.formats.Scalar;
import dev.tagwerk.formats.Setting;

/** A training's settings in the words of the place where they stand. */
final class Spelling {
    private Spelling() {}

    /** Whether it stands on a command line. */
    static boolean isOption(Node node) {
        return node instanceof Scalar word && word.text().startsWith("--");
    }

    /** Another value for what a setting stands beside: an option, or a key. */
    static String of(Setting beside, String key, String value) {
        return isOption(beside.node()) ? "--" + key + " " + value : key + ": " + value;
    }
}
