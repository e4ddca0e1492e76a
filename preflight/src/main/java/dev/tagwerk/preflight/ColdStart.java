package dev.tagwerk.preflight;

import dev.tagwerk.formats.Container;
import dev.tagwerk.formats.Format;
import dev.tagwerk.formats.Node;
import dev.tagwerk.formats.Scalar;
import dev.tagwerk.formats.Settings;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How long a replica that wakes up takes until it answers, as far as it is known.
 *
 * @param image seconds that its pull takes; empty where nobody looked into it
 * @param model seconds that its weights take from the hub; empty where its name does not say
 */
record ColdStart(Optional<Double> image, Optional<Double> model) {
    /** Until there is a machine, as reported of serverless T4. */
    private static final double NODE_SECONDS = 30;

    /** 9.7 GB took 79 s there. */
    private static final double BYTES_PER_SECOND = 9.7e9 / 79;

    /** From here on the ingress' 240 s are as good as over. */
    private static final double TOO_LONG = 200;

    static ColdStart of(Subject subject, ContainerApp app) {
        Optional<Container> first = app.workload().containers().stream().findFirst();
        List<Node> images = subject.all(Format.IMAGE).map(one -> one.root()).toList();
        String wanted = first.flatMap(Container::image).map(Scalar::text).orElse("");
        Optional<Node> image =
                images.stream()
                        .filter(
                                root ->
                                        root.text("reference")
                                                .or(() -> root.text("source"))
                                                .filter(one -> one.text().equals(wanted))
                                                .isPresent())
                        .findFirst()
                        .or(
                                () ->
                                        images.size() == 1
                                                ? images.stream().findFirst()
                                                : Optional.empty());
        return new ColdStart(
                image.flatMap(root -> root.text("stored_bytes"))
                        .flatMap(Scalar::asNumber)
                        .map(bytes -> bytes.doubleValue() / BYTES_PER_SECOND),
                first.flatMap(ColdStart::download));
    }

    /** Weights that come from the hub at every start; those on a mounted share do not. */
    private static Optional<Double> download(Container container) {
        boolean mounted =
                container.mounts().stream().anyMatch(mount -> mount.path().contains("cache"))
                        || container.env("HF_HOME").isPresent();
        return Settings.of(container)
                .value("model", "model_id", "model_name_or_path")
                .or(() -> container.env("MODEL_ID"))
                .map(Scalar::text)
                .filter(name -> !mounted && name.matches("[A-Za-z0-9][\\w.-]*/[\\w.-]+"))
                .filter(name -> !ModelNames.isQuantized(name))
                .flatMap(
                        name -> {
                            OptionalDouble billions = ModelNames.billions(name);
                            return billions.isPresent()
                                    ? Optional.of(billions.getAsDouble() * 2e9 / BYTES_PER_SECOND)
                                    : Optional.empty();
                        });
    }

    private double seconds() {
        return NODE_SECONDS + image.orElse(0.0) + model.orElse(0.0);
    }

    /** Whether it is known to take longer than the first request waits. */
    boolean isTooLong() {
        return seconds() > TOO_LONG;
    }

    /** What of it is known, for a message; empty where nothing is. */
    String told() {
        if (image.isEmpty() && model.isEmpty()) {
            return "";
        }
        return String.format(
                Locale.ROOT,
                " (node %.0f s%s%s)",
                NODE_SECONDS,
                image.map(one -> String.format(Locale.ROOT, ", image %.0f s", one)).orElse(""),
                model.map(one -> String.format(Locale.ROOT, ", weights %.0f s", one)).orElse(""));
    }
}
