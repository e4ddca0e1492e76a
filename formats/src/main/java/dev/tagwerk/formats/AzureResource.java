package dev.tagwerk.formats;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A resource of Azure, wherever it stands: alone, in a list that a command printed, in an ARM
 * template, in another resource's children, in a deployment inside a template.
 *
 * @param type in full and in small letters, such as {@code microsoft.app/jobs}; empty where the
 *     file does not say
 */
record AzureResource(String type, Node node) {
    private static final String DEPLOYMENT = "microsoft.resources/deployments";

    /** All resources that a file describes, in its order. */
    static List<AzureResource> of(Node root) {
        List<AzureResource> found = new ArrayList<>();
        if (isTemplate(root)) {
            root.get("resources").ifPresent(list -> collect(list, "", found));
        } else if (root instanceof Items) {
            collect(root, "", found);
        } else if (root.get("value").filter(Items.class::isInstance).isPresent()) {
            // what the REST interface answers when it is asked for many
            root.get("value").ifPresent(list -> collect(list, "", found));
        } else {
            collect(root, "", found);
        }
        return found;
    }

    /** Whether it is an ARM template, which may hold resources of many services. */
    static boolean isTemplate(Node root) {
        return root.text("$schema")
                        .filter(
                                schema ->
                                        schema.text()
                                                .toLowerCase(Locale.ROOT)
                                                .contains("deploymenttemplate.json"))
                        .isPresent()
                || (root.get("contentVersion").isPresent() && root.get("resources").isPresent());
    }

    private static void collect(Node node, String parent, List<AzureResource> found) {
        if (node instanceof Items) {
            node.items().forEach(item -> collect(item, parent, found));
            return;
        }
        if (!parent.isEmpty() || node.get("type").isPresent() || isUntyped(node)) {
            resource(node, parent, found);
        } else {
            // symbolic names before resources, as the newer language version writes them
            node.fields().stream()
                    .map(Field::value)
                    .filter(value -> value.get("type").isPresent())
                    .forEach(value -> resource(value, parent, found));
        }
    }

    private static boolean isUntyped(Node node) {
        return node.get("properties").isPresent()
                || node.get("template").isPresent()
                || node.get("configuration").isPresent();
    }

    private static void resource(Node node, String parent, List<AzureResource> found) {
        Optional<String> own =
                node.text("type").map(Scalar::text).map(text -> text.toLowerCase(Locale.ROOT));
        String type =
                own.map(word -> parent.isEmpty() || word.contains(".") ? word : parent + "/" + word)
                        .orElse("");
        if (node.text("existing").flatMap(Scalar::asBoolean).orElse(false)) {
            return; // only referred to
        }
        if (type.equals(DEPLOYMENT)) {
            node.find("properties.template").stream().map(AzureResource::of).forEach(found::addAll);
            return;
        }
        found.add(new AzureResource(type, node));
        node.get("resources")
                .filter(children -> !type.isEmpty())
                .ifPresent(children -> children(children, type, found));
    }

    private static void children(Node children, String type, List<AzureResource> found) {
        children.items().forEach(child -> resource(child, type, found));
        children.fields().forEach(child -> resource(child.value(), type, found));
    }
}
