package dev.tagwerk.preflight;

import dev.tagwerk.market.SchemaType;
import java.util.Set;

/**
 * Against what a document is compared, and how strictly.
 *
 * @param title of the service, as the subject of a sentence
 * @param type of the document's root
 * @param printed whether the service printed it: then nothing in it can be wrong, only new
 * @param preview whether it is for a preview version of the service
 * @param passedOver keys of the root that are not looked at
 * @param passedOverAnywhere keys that a template language adds to any mapping
 * @param elsewhere properties that rules of their own look at, as {@code Type.property}
 */
record SchemaScope(
        String title,
        SchemaType type,
        boolean printed,
        boolean preview,
        Set<String> passedOver,
        Set<String> passedOverAnywhere,
        Set<String> elsewhere) {
    SchemaScope {
        passedOver = Set.copyOf(passedOver);
        passedOverAnywhere = Set.copyOf(passedOverAnywhere);
        elsewhere = Set.copyOf(elsewhere);
    }

    /** A plain one, for what somebody wrote for the stable service. */
    SchemaScope(String title, SchemaType type) {
        this(title, type, false, false, Set.of(), Set.of(), Set.of());
    }

    boolean isPassedOver(String key) {
        return passedOver.contains(key);
    }

    boolean isPassedOverAnywhere(String key) {
        return passedOverAnywhere.contains(key) || key.startsWith("//");
    }

    boolean isElsewhere(String typeName, String property) {
        return elsewhere.contains(typeName + "." + property);
    }
}
