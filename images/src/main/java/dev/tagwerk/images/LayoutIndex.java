package dev.tagwerk.images;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The {@code index.json} of an OCI layout: several images, perhaps with names. */
final class LayoutIndex {
    /** Where tools write an image's name; the first is OCI's own, often a mere tag. */
    private static final List<String> NAMES =
            List.of("org.opencontainers.image.ref.name", "io.containerd.image.name");

    private LayoutIndex() {}

    static OpenedImage open(
            Blobs blobs, byte[] index, Optional<String> name, Platform platform, String place) {
        JsonNode node = Documents.object(index, place);
        List<Descriptor> all = new ArrayList<>();
        for (JsonNode one : node.path("manifests")) {
            all.add(Documents.descriptor(one, place));
        }
        if (all.isEmpty()) {
            throw Documents.broken(place, "it names no image");
        }
        OciImage image = new OciImage(blobs, platform);
        if (name.isPresent()) {
            Descriptor named =
                    all.stream()
                            .filter(one -> names(one).contains(name.get()))
                            .findFirst()
                            .orElseThrow(() -> several(place, name, allNames(all)));
            return image.open(name.get(), named);
        }
        if (all.size() == 1) {
            return image.open(display(all.getFirst()), all.getFirst());
        }
        Set<String> distinct = new LinkedHashSet<>();
        all.forEach(one -> distinct.add(display(one)));
        if (distinct.size() > 1) {
            throw several(place, name, allNames(all));
        }
        // One name, or none: the images differ in their platforms.
        return image.open(distinct.iterator().next(), image.choose(node, place));
    }

    static List<String> names(Descriptor descriptor) {
        return NAMES.stream()
                .map(key -> descriptor.annotations().getOrDefault(key, ""))
                .filter(name -> !name.isEmpty())
                .toList();
    }

    private static String display(Descriptor descriptor) {
        List<String> names = names(descriptor);
        return names.isEmpty() ? "" : Names.shown(names.getLast());
    }

    private static List<String> allNames(List<Descriptor> all) {
        return all.stream().flatMap(one -> names(one).stream()).distinct().toList();
    }

    static ImageException several(String place, Optional<String> wanted, List<String> names) {
        String list = String.join(", ", names.stream().limit(10).map(Names::shown).toList());
        return new ImageException(
                place,
                (wanted.isEmpty()
                                ? "it holds several images: "
                                : "it holds no image `" + Names.shown(wanted.get()) + "`, but: ")
                        + (list.isEmpty() ? "some without a name" : list),
                "say which one (--name)");
    }
}
