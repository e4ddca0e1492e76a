package dev.tagwerk.cli;

import dev.tagwerk.formats.Quantities;
import dev.tagwerk.preflight.Circumstances;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Option;

/** What the caller knows about where a job will run; mixed in. */
final class CircumstanceOptions {
    @Option(
            names = "--gpu",
            paramLabel = "CARD",
            description = "the card it will run on, such as T4")
    private Optional<String> gpu = Optional.empty();

    @Option(names = "--region", paramLabel = "NAME", description = "where it will run")
    private Optional<String> region = Optional.empty();

    @Option(
            names = "--driver",
            paramLabel = "VERSION",
            description = "that machine's NVIDIA driver, such as 570.86")
    private Optional<String> driver = Optional.empty();

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            description = "how long it is expected to take: 90m, 4h30m")
    private Optional<String> duration = Optional.empty();

    @Option(
            names = "--upload",
            paramLabel = "SIZE",
            description = "bytes a second that reach the registry from here: 5MB")
    private Optional<String> upload = Optional.empty();

    @Option(
            names = "--cut-after",
            paramLabel = "TIME",
            description = "when the proxy before the registry cuts a request: 60s")
    private Optional<String> cutAfter = Optional.empty();

    @Option(
            names = "--data-size",
            paramLabel = "SIZE",
            description = "what the training's data takes, as it is downloaded or copied: 40GB")
    private Optional<String> dataSize = Optional.empty();

    Circumstances circumstances() {
        return new Circumstances(
                gpu,
                region,
                driver,
                duration.map(text -> time("--duration", text)),
                upload.map(
                        text ->
                                withUnit(text.replaceFirst("/s$", ""))
                                        .orElseThrow(() -> mistake("--upload", text, "5MB"))),
                cutAfter.map(text -> Math.toIntExact(time("--cut-after", text).toSeconds())),
                dataSize.map(
                        text ->
                                withUnit(text)
                                        .orElseThrow(() -> mistake("--data-size", text, "40GB"))));
    }

    /** A bare number is bytes to some and GB to most: nobody who writes one means bytes. */
    private static Optional<Long> withUnit(String text) {
        return text.strip().matches("[\\d.]+") ? Optional.empty() : Quantities.bytes(text);
    }

    private static Duration time(String option, String text) {
        return Quantities.duration(text)
                .filter(time -> time.toSeconds() <= Integer.MAX_VALUE)
                .orElseThrow(() -> mistake(option, text, "90m"));
    }

    private static CommandException mistake(String option, String text, String example) {
        return CommandException.usage(
                option + ": '" + text + "' is not understood.",
                "it is written as in " + option + " " + example + ".",
                "");
    }
}
