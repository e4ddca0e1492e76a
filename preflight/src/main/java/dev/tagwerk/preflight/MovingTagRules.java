package dev.tagwerk.preflight;

import dev.tagwerk.formats.Container;
import dev.tagwerk.formats.Scalar;
import dev.tagwerk.formats.Workload;
import dev.tagwerk.spec.Shown;
import java.util.Map;
import java.util.stream.Stream;

/** Images that jobs name by a tag which is meant to move. */
final class MovingTagRules {
    private MovingTagRules() {}

    static Map<String, Check> checks() {
        return Map.of("TW-DKR-016", MovingTagRules::movingTag);
    }

    private static void movingTag(Subject subject, Findings findings) {
        subject.workloads()
                .flatMap(MovingTagRules::containers)
                // what Compose builds itself is named, not pulled
                .filter(container -> container.node().get("build").isEmpty())
                .flatMap(container -> container.image().stream())
                .filter(image -> !image.isPlaceholder() && image.text().indexOf('{') < 0)
                .filter(image -> moves(image.text().strip()))
                .forEach(
                        image ->
                                findings.note(
                                        image,
                                        Shown.oneLine(image.text())
                                                + " may be another image at the next start",
                                        untagged(image) + "@sha256:DIGEST"));
    }

    private static Stream<Container> containers(Workload workload) {
        return switch (workload.platform()) {
            case AZURE_CONTAINER_APPS, KUBERNETES, OVH_AI, DOCKER ->
                    Stream.concat(
                            workload.containers().stream(), workload.initContainers().stream());
            case AZURE_ML, SKYPILOT, DSTACK, LOCAL -> Stream.empty();
        };
    }

    private static boolean moves(String image) {
        if (image.isEmpty() || image.indexOf('@') >= 0) {
            return false;
        }
        String last = image.substring(image.lastIndexOf('/') + 1);
        return last.indexOf(':') < 0 || last.endsWith(":latest");
    }

    private static String untagged(Scalar image) {
        return Shown.oneLine(image.text().strip().replaceFirst(":latest$", ""));
    }
}
