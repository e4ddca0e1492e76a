package dev.tagwerk.preflight;

import dev.tagwerk.formats.Node;
import dev.tagwerk.formats.Scalar;
import java.util.Locale;
import java.util.Optional;

/** Names of Azure as they are written in ids, regions and listings. */
final class AzureNames {
    private AzureNames() {}

    /** The last part of a resource's id, or of a child's name such as {@code env/data}. */
    static String last(String id) {
        String plain = id.endsWith("/") ? id.substring(0, id.length() - 1) : id;
        return plain.substring(plain.lastIndexOf('/') + 1);
    }

    /** The part of an id behind another one, such as the name behind {@code resourceGroups}. */
    static Optional<String> behind(String id, String part) {
        String[] parts = id.split("/");
        for (int index = 0; index + 1 < parts.length; index++) {
            if (parts[index].equalsIgnoreCase(part)) {
                return Optional.of(parts[index + 1]);
            }
        }
        return Optional.empty();
    }

    /** A resource's own name; empty where a template computes it. */
    static Optional<String> name(Node resource) {
        return resource.text("name")
                .or(() -> resource.text("id"))
                .filter(name -> !name.isPlaceholder())
                .map(name -> last(name.text()));
    }

    /** The key behind which a value stands: the last part of its way. */
    static String key(Node node) {
        return node.path().substring(node.path().lastIndexOf('.') + 1);
    }

    /** A region in one spelling: {@code Sweden Central} is {@code swedencentral}. */
    static String region(String text) {
        return text.replace(" ", "").toLowerCase(Locale.ROOT);
    }

    /** Where a resource lies; empty where a template computes it. */
    static Optional<Scalar> location(Node resource) {
        return resource.text("location").filter(text -> !text.isPlaceholder());
    }

    /** Whether the service printed a resource. */
    static boolean isPrinted(Node resource) {
        return resource.get("systemData").isPresent()
                || (resource.get("id").isPresent()
                        && (resource.get("resourceGroup").isPresent()
                                || resource.find("properties.provisioningState").isPresent()));
    }
}
