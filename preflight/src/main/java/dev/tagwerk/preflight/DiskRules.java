package dev.tagwerk.preflight;

import dev.tagwerk.formats.Container;
import dev.tagwerk.formats.EnvironmentVariable;
import dev.tagwerk.formats.HubDownload;
import dev.tagwerk.formats.Scalar;
import dev.tagwerk.formats.Settings;
import dev.tagwerk.formats.Workload;
import dev.tagwerk.spec.Shown;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The model that is downloaded against the disk that it is downloaded to. */
final class DiskRules {
    private static final Pattern HUB_NAME = Pattern.compile("[A-Za-z0-9][\\w.-]*/[\\w.-]+");

    private DiskRules() {}

    static Map<String, Check> checks() {
        return Map.of("TW-STO-018", DiskRules::download);
    }

    /** Workloads of the file, and those that its command lines make. */
    static Stream<Workload> workloads(Subject subject) {
        return Stream.concat(
                subject.workloads(),
                subject.scripted().stream().flatMap(one -> one.workloads().stream()));
    }

    private static void download(Subject subject, Findings findings) {
        workloads(subject)
                .forEach(
                        workload ->
                                workload.containers()
                                        .forEach(
                                                container ->
                                                        download(
                                                                new Disks(
                                                                        subject, workload,
                                                                        container),
                                                                findings)));
    }

    private static void download(Disks disks, Findings findings) {
        model(disks.container())
                .ifPresent(model -> download(disks, model, disks.models(), findings));
        for (HubDownload download : HubDownload.of(disks.container())) {
            if (isHubName(download.model())) {
                download(
                        disks,
                        download.model(),
                        download.folder()
                                .map(folder -> disks.at(folder.text()))
                                .orElse(disks.models()),
                        findings);
            }
        }
    }

    private static void download(
            Disks disks, Scalar model, Optional<Disk> found, Findings findings) {
        double bytes = bytes(disks.container(), model);
        found.filter(disk -> bytes > disk.bytes())
                .ifPresent(
                        disk ->
                                findings.add(
                                        disk.sure() ? Severity.WARNING : Severity.NOTE,
                                        model,
                                        model.anchor(),
                                        String.format(
                                                Locale.ROOT,
                                                "%s is about %.0f GiB to download, and %s holds"
                                                        + " %.0f GiB",
                                                Shown.oneLine(model.text()),
                                                bytes / (1L << 30),
                                                disk.what(),
                                                disk.bytes() / (1L << 30)),
                                        RuleTexts.of("TW-STO-018").write()));
    }

    /** What a container's model takes where it is downloaded; 0 where that is not known. */
    static double modelBytes(Container container) {
        return model(container).map(name -> bytes(container, name)).orElse(0.0);
    }

    private static double bytes(Container container, Scalar model) {
        OptionalDouble billions = ModelNames.billions(model.text());
        return isOffline(container) || ModelNames.isQuantized(model.text())
                ? 0
                : billions.orElse(0) * 2e9;
    }

    private static Optional<Scalar> model(Container container) {
        Optional<Scalar> told =
                Settings.of(container)
                        .value(
                                "model_name_or_path",
                                "base_model",
                                "model_id",
                                "model",
                                "model_name")
                        .or(() -> container.env("MODEL_ID"));
        return told.filter(DiskRules::isHubName);
    }

    /** Whether a text is of the hub's form, {@code org/name}; a relative path may be, too. */
    static boolean isHubName(Scalar name) {
        return name.text().length() <= 200
                && !name.isPlaceholder()
                && HUB_NAME.matcher(name.text()).matches();
    }

    static boolean isOffline(Container container) {
        return container.env().stream()
                .map(EnvironmentVariable::name)
                .anyMatch(name -> name.equals("HF_HUB_OFFLINE") || name.endsWith("_OFFLINE"));
    }
}
