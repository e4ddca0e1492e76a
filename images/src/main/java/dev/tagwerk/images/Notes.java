package dev.tagwerk.images;

import java.util.ArrayList;
import java.util.List;

/** What a reader of a report must know to take its facts for what they are. */
final class Notes {
    private Notes() {}

    static List<String> of(OpenedImage image, ImageConfig config, List<LayerFacts> layers) {
        List<String> notes = new ArrayList<>();
        List<LayerFacts> left = layers.stream().filter(layer -> !layer.looked()).toList();
        if (!left.isEmpty()) {
            notes.add(
                    left.size()
                            + " of "
                            + layers.size()
                            + " layers were not looked into: what is not found may be in them");
        }
        int ignored = layers.stream().mapToInt(LayerFacts::ignoredNames).sum();
        if (ignored > 0) {
            notes.add(
                    ignored
                            + " names in the layers lead out of the image or are no names; they are"
                            + " left out here, and runtimes refuse the image or them");
        }
        if (image.digest().isEmpty()) {
            notes.add(
                    "an archive of docker save has no manifest digest: the one in a registry is"
                            + " known only after a push");
        }
        if (!config.diffIds().isEmpty() && config.diffIds().size() != layers.size()) {
            notes.add(
                    "the configuration names "
                            + config.diffIds().size()
                            + " layers, the manifest "
                            + layers.size()
                            + ": runtimes refuse such an image");
        }
        return notes;
    }
}
