package dev.tagwerk.cli;

import dev.tagwerk.images.ContainerRuntime;
import dev.tagwerk.images.EffectiveArgv;
import dev.tagwerk.images.ImageConfig;
import dev.tagwerk.images.ImageFile;
import dev.tagwerk.images.ImageReport;
import dev.tagwerk.images.ImageSoftware;
import dev.tagwerk.images.LayerFacts;
import dev.tagwerk.images.PythonPackage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** An image's report for people. */
final class ImageText {
    /** Packages that decide whether a training job runs; the others are in the JSON. */
    private static final List<String> PACKAGES =
            List.of(
                    "transformers",
                    "peft",
                    "trl",
                    "accelerate",
                    "datasets",
                    "triton",
                    "bitsandbytes",
                    "flash-attn",
                    "xformers",
                    "deepspeed",
                    "vllm",
                    "axolotl",
                    "llamafactory",
                    "numpy");

    private static final List<String> TOOLS =
            List.of(
                    "python3",
                    "python",
                    "bash",
                    "sh",
                    "git",
                    "tini",
                    "dumb-init",
                    "nvcc",
                    "nvidia-smi",
                    "ssh");

    private final ImageReport report;
    private final StringBuilder text = new StringBuilder();

    ImageText(ImageReport report) {
        this.report = report;
    }

    String text() {
        ImageConfig config = report.config();
        line(
                "image",
                report.source()
                        + (report.reference().isEmpty()
                                        || report.reference().equals(report.source())
                                ? ""
                                : " (" + report.reference() + ")")
                        + ", "
                        + config.platform());
        report.digest().ifPresent(digest -> line("digest", digest.toString()));
        line("id", report.id().toString());
        line("starts", starts());
        line("user", user());
        line("folder", config.workingDirectory().isEmpty() ? "/" : config.workingDirectory());
        line("sizes", sizes());
        line("system", report.software().system());
        line("compiler", compiler());
        line("cuda", cuda());
        line("python", python());
        line("programs", programs());
        config.environment()
                .forEach((name, value) -> line("env", name + "=" + Redaction.value(name, value)));
        layers();
        report.notes().forEach(note -> line("note", note));
        return text.toString();
    }

    private void line(String label, String value) {
        if (!value.isEmpty()) {
            text.append(String.format(Locale.ROOT, "%-9s %s%n", label, Redaction.printable(value)));
        }
    }

    private String starts() {
        List<EffectiveArgv.Word> words =
                EffectiveArgv.of(
                                report.config(),
                                ContainerRuntime.DOCKER,
                                Optional.empty(),
                                Optional.empty())
                        .words();
        if (words.isEmpty()) {
            return "nothing: neither ENTRYPOINT nor CMD";
        }
        String entrypoint = quoted(report.config().entrypoint());
        String command = quoted(report.config().command());
        return Redaction.text(quoted(words.stream().map(EffectiveArgv.Word::text).toList()))
                + "   (ENTRYPOINT "
                + (entrypoint.isEmpty() ? "none" : Redaction.text(entrypoint))
                + ", CMD "
                + (command.isEmpty() ? "none" : Redaction.text(command))
                + ")";
    }

    private static String quoted(List<String> words) {
        return String.join(" ", words.stream().map(Shell::quoted).toList());
    }

    private String user() {
        String name = report.config().user();
        return (name.isEmpty() ? "root" : name)
                + (report.user().known()
                        ? " (uid "
                                + report.user().uid()
                                + ", gid "
                                + report.user().gid()
                                + "), home "
                                + report.user().home()
                        : " (which is not in the image's /etc/passwd"
                                + (report.files().complete() ? ")" : ", as far as it was read)"));
    }

    private String sizes() {
        long exact = report.layers().stream().filter(LayerFacts::unpackedExact).count();
        boolean all = report.layers().stream().allMatch(one -> one.unpackedBytes().isPresent());
        return Durations.bytes(report.storedBytes())
                + " stored, "
                + (all ? "" : "at least ")
                + (exact == report.layers().size() || !all ? "" : "about ")
                + Durations.bytes(report.unpackedBytes())
                + " unpacked, "
                + report.layers().size()
                + (report.layers().size() == 1 ? " layer, the largest " : " layers, the largest ")
                + Durations.bytes(
                        report.layers().stream()
                                .mapToLong(LayerFacts::storedBytes)
                                .max()
                                .orElse(0));
    }

    /** What is not found is said to be missing only where everything was read. */
    private String absent() {
        return report.files().complete() ? "none" : "none found";
    }

    private String compiler() {
        ImageSoftware software = report.software();
        return software.compiler().map(ImageFile::path).orElse(absent())
                + "; C headers: "
                + found(software.cHeaders())
                + "; Python.h: "
                + found(software.pythonHeaders())
                + "; crt1.o: "
                + found(software.startFiles());
    }

    private String found(List<ImageFile> files) {
        return files.isEmpty() ? absent() : files.getFirst().path();
    }

    private String cuda() {
        List<String> facts = new ArrayList<>();
        Map<String, String> environment = report.config().environment();
        for (String name : List.of("CUDA_VERSION", "NVIDIA_REQUIRE_CUDA")) {
            String value = environment.getOrDefault(name, "");
            if (!value.isEmpty()) {
                facts.add(name + "=" + value);
            }
        }
        report.software()
                .cudaToolkits()
                .forEach((folder, version) -> facts.add(folder + " " + version));
        report.software().cudaRuntimes().forEach(file -> facts.add(file.path()));
        return String.join(", ", facts);
    }

    private String python() {
        List<String> facts = new ArrayList<>();
        report.software()
                .torch()
                .ifPresent(
                        torch ->
                                facts.add(
                                        "torch "
                                                + torch.version()
                                                + (torch.cuda().isEmpty()
                                                        ? torch.hip().isEmpty()
                                                                ? " (no CUDA)"
                                                                : " (ROCm " + torch.hip() + ")"
                                                        : " (CUDA " + torch.cuda() + ")")));
        for (String name : PACKAGES) {
            report.software()
                    .python(name)
                    .ifPresent(found -> facts.add(found.name() + " " + found.version()));
        }
        List<PythonPackage> all = report.software().packages();
        return all.isEmpty() ? "" : String.join(", ", facts) + "; " + all.size() + " packages";
    }

    private String programs() {
        return String.join(
                " ", TOOLS.stream().filter(report.software().programs()::containsKey).toList());
    }

    private void layers() {
        List<LayerFacts> shown =
                report.layers().stream()
                        .sorted(Comparator.comparingLong(LayerFacts::storedBytes).reversed())
                        .limit(5)
                        .toList();
        for (LayerFacts layer : shown) {
            String made = Redaction.text(layer.createdBy().replaceAll("\\s+", " "));
            line(
                    "layer",
                    String.format(
                            Locale.ROOT,
                            "%9s  %s  %s",
                            Durations.bytes(layer.storedBytes()),
                            layer.digest().hex().substring(0, 12),
                            layer.looked()
                                    ? made.length() > 70 ? made.substring(0, 70) + "..." : made
                                    : "not looked into: " + layer.whyNot()));
        }
    }
}
