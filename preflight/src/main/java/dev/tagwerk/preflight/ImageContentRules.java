package dev.tagwerk.preflight;

import dev.tagwerk.formats.Node;
import dev.tagwerk.formats.Platform;
import dev.tagwerk.formats.Scalar;
import dev.tagwerk.formats.Setting;
import dev.tagwerk.formats.Settings;
import dev.tagwerk.formats.Volume;
import dev.tagwerk.market.Cuda;
import dev.tagwerk.market.CudaVersion;
import dev.tagwerk.market.DriverSeen;
import dev.tagwerk.market.DriverVersion;
import dev.tagwerk.market.TorchBuild;
import dev.tagwerk.market.TorchBuilds;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** What an image holds, against the machine that will run it. */
final class ImageContentRules {
    private static final BigDecimal LOGS_VANISH = BigDecimal.valueOf(8_000_000_000L);
    private static final List<String> WRITTEN =
            List.of(
                    "HF_HOME",
                    "HF_HUB_CACHE",
                    "TRITON_CACHE_DIR",
                    "TORCHINDUCTOR_CACHE_DIR",
                    "HOME",
                    "XDG_CACHE_HOME");

    private ImageContentRules() {}

    static Map<String, Check> checks() {
        return Map.ofEntries(
                Map.entry("TW-IMG-004", ImageContentRules::otherArchitecture),
                Map.entry("TW-IMG-005", ImageContentRules::logsVanish),
                Map.entry("TW-IMG-006", ImageContentRules::noCompiler),
                Map.entry("TW-IMG-007", ImageContentRules::noCxxCompiler),
                Map.entry("TW-IMG-008", ImageContentRules::driverTooOld),
                Map.entry("TW-IMG-009", ImageContentRules::noKernels),
                Map.entry("TW-IMG-010", ImageContentRules::notWritable),
                Map.entry("TW-IMG-011", ImageContentRules::shareOfRoot),
                Map.entry("TW-REG-001", ImageContentRules::layerCut));
    }

    private static void otherArchitecture(Subject subject, Findings findings) {
        ImageView.of(subject)
                .forEach(
                        image ->
                                image.text("platform")
                                        .filter(platform -> !platform.startsWith("linux/amd64"))
                                        .ifPresent(
                                                platform ->
                                                        findings.add(
                                                                image.at("platform"),
                                                                "the image is for "
                                                                        + platform
                                                                        + ", and the machines are"
                                                                        + " linux/amd64")));
    }

    private static void logsVanish(Subject subject, Findings findings) {
        ImageView.of(subject)
                .filter(
                        image ->
                                image.workload()
                                        .filter(
                                                one ->
                                                        one.platform()
                                                                == Platform.AZURE_CONTAINER_APPS)
                                        .isPresent())
                .forEach(
                        image ->
                                image.number("unpacked_bytes")
                                        .filter(bytes -> bytes.compareTo(LOGS_VANISH) > 0)
                                        .ifPresent(
                                                bytes ->
                                                        findings.add(
                                                                image.at("unpacked_bytes"),
                                                                String.format(
                                                                        Locale.ROOT,
                                                                        "the image takes %.1f GB"
                                                                                + " unpacked: above 8 GB"
                                                                                + " console logs may"
                                                                                + " vanish without a"
                                                                                + " word",
                                                                        bytes.doubleValue()
                                                                                / 1e9))));
    }

    private static void noCompiler(Subject subject, Findings findings) {
        ImageView.of(subject)
                .filter(ImageView::complete)
                .filter(image -> image.python("triton").isPresent())
                .forEach(
                        image -> {
                            boolean compiler = image.hasProgram("gcc", "cc", "clang");
                            boolean headers = !image.words("software.c_headers").isEmpty();
                            if (!compiler || !headers) {
                                findings.add(
                                        image.at("software.programs"),
                                        "Triton "
                                                + image.python("triton").orElse("")
                                                + " is in the image, and "
                                                + (compiler
                                                        ? "the C library's headers are not"
                                                        : "no C compiler is")
                                                + ": the first kernel that is compiled fails");
                            }
                        });
    }

    private static void noCxxCompiler(Subject subject, Findings findings) {
        ImageView.of(subject)
                .filter(ImageView::complete)
                .filter(image -> !image.hasProgram("g++", "c++", "clang++"))
                .forEach(
                        image ->
                                image.container().stream()
                                        .flatMap(
                                                container ->
                                                        Settings.of(container)
                                                                .on("torch_compile")
                                                                .stream())
                                        .map(Setting::node)
                                        .forEach(
                                                node ->
                                                        findings.add(
                                                                node,
                                                                "torch.compile needs a C++ compiler"
                                                                        + " at its first call, and none"
                                                                        + " is in the image")));
    }

    private static Optional<CudaVersion> cuda(ImageView image) {
        return image.text("software.torch.cuda")
                .or(() -> image.environment("CUDA_VERSION"))
                .flatMap(CudaVersion::parse);
    }

    private static void driverTooOld(Subject subject, Findings findings) {
        ImageView.of(subject).forEach(image -> driverTooOld(subject, image, findings));
    }

    private static void driverTooOld(Subject subject, ImageView image, Findings findings) {
        Optional<DriverVersion> said =
                subject.circumstances().driver().flatMap(DriverVersion::parse);
        Optional<DriverVersion> driver =
                said.or(
                        () ->
                                image.workload()
                                        .flatMap(
                                                one ->
                                                        image.gpu(subject)
                                                                .flatMap(
                                                                        target ->
                                                                                Cuda.driverOf(
                                                                                        one.platform()
                                                                                                .word(),
                                                                                        target
                                                                                                .gpu())))
                                        .map(DriverSeen::driver));
        Optional<CudaVersion> cuda = cuda(image);
        if (driver.isEmpty() || cuda.isEmpty()) {
            return;
        }
        Cuda.runtime(cuda.get())
                .filter(runtime -> driver.get().compareTo(runtime.minimumDriver()) < 0)
                .ifPresent(
                        runtime ->
                                findings.add(
                                        said.isPresent() ? Severity.ERROR : Severity.WARNING,
                                        image.at("software.torch"),
                                        image.at("software.torch").anchor(),
                                        "the image's CUDA "
                                                + cuda.get()
                                                + " needs a driver of "
                                                + runtime.minimumDriver()
                                                + " or newer, and the machine has "
                                                + driver.get(),
                                        "a build of PyTorch for CUDA "
                                                + Cuda.newestFor(driver.get())
                                                        .map(Object::toString)
                                                        .orElse("12")
                                                + " or older"));
    }

    private static void noKernels(Subject subject, Findings findings) {
        ImageView.of(subject)
                .forEach(
                        image ->
                                image.gpu(subject)
                                        .ifPresent(target -> noKernels(image, target, findings)));
    }

    private static void noKernels(ImageView image, TargetGpu target, Findings findings) {
        Optional<TorchBuild> build =
                image.text("software.torch.version").flatMap(TorchBuilds::find);
        build.filter(one -> !one.architectures().isEmpty())
                .filter(one -> !one.runsOn(target.gpu().capability()))
                .ifPresent(
                        one ->
                                findings.add(
                                        target.sure() ? Severity.ERROR : Severity.WARNING,
                                        image.at("software.torch"),
                                        image.at("software.torch").anchor(),
                                        "PyTorch "
                                                + image.text("software.torch.version").orElse("")
                                                + " has no kernels for a "
                                                + target.gpu().name()
                                                + " ("
                                                + target.gpu().capability().sm()
                                                + ")",
                                        "a build for CUDA "
                                                + target.gpu().lastCudaMajor()
                                                + ", such as +cu126"));
    }

    private static void notWritable(Subject subject, Findings findings) {
        ImageView.of(subject)
                .filter(
                        image ->
                                image.workload()
                                        .filter(one -> one.platform() == Platform.OVH_AI)
                                        .isPresent())
                .forEach(
                        image ->
                                written(image)
                                        .filter(path -> refused(image, path))
                                        .findFirst()
                                        .ifPresent(
                                                path ->
                                                        findings.add(
                                                                image.at("config.user"),
                                                                "user 42420, as which OVHcloud runs"
                                                                        + " it, may not write "
                                                                        + path
                                                                        + " in the image")));
    }

    private static Stream<String> written(ImageView image) {
        return Stream.concat(
                        image.text("config.working_directory").stream(),
                        WRITTEN.stream().flatMap(name -> image.environment(name).stream()))
                .filter(path -> path.startsWith("/") && path.length() > 1)
                .filter(
                        path ->
                                image.container().stream()
                                        .flatMap(container -> container.mounts().stream())
                                        .noneMatch(mount -> mount.holds(path)));
    }

    private static boolean refused(ImageView image, String path) {
        return image.root()
                .find("writable_by_42420")
                .flatMap(paths -> paths.get(path))
                .flatMap(Node::scalar)
                .flatMap(Scalar::asBoolean)
                .map(writable -> !writable)
                .orElse(false);
    }

    private static void shareOfRoot(Subject subject, Findings findings) {
        ImageView.of(subject)
                .filter(ImageContentRules::ordinaryUser)
                .forEach(
                        image ->
                                image.workload().stream()
                                        .flatMap(one -> one.volumes().stream())
                                        .filter(
                                                volume ->
                                                        volume.type()
                                                                == Volume.Type.AZURE_FILES_SMB)
                                        .filter(ImageContentRules::withoutOwner)
                                        .forEach(
                                                volume ->
                                                        findings.add(
                                                                volume.node(),
                                                                "the image runs as user "
                                                                        + image.text("user.uid")
                                                                                .orElse("")
                                                                        + ", and the share belongs"
                                                                        + " to root")));
    }

    private static boolean ordinaryUser(ImageView image) {
        return image.root().text("user.known").flatMap(Scalar::asBoolean).orElse(false)
                && image.number("user.uid").filter(uid -> uid.signum() > 0).isPresent();
    }

    private static boolean withoutOwner(Volume volume) {
        String options = volume.options().map(Scalar::text).orElse("");
        return !options.contains("uid=") && !options.contains("file_mode=");
    }

    private static void layerCut(Subject subject, Findings findings) {
        Optional<Long> speed =
                subject.circumstances().uploadBytesPerSecond().filter(one -> one > 0);
        speed.ifPresent(
                bytes ->
                        ImageView.of(subject)
                                .forEach(image -> layerCut(subject, image, bytes, findings)));
    }

    private static void layerCut(
            Subject subject, ImageView image, long bytesPerSecond, Findings findings) {
        int limit = subject.circumstances().maximumLayerSeconds().orElse(60);
        image.root().get("layers").map(Node::items).orElse(List.of()).stream()
                .flatMap(layer -> layer.text("stored_bytes").stream())
                .filter(
                        bytes ->
                                bytes.asNumber()
                                        .filter(size -> size.longValue() / bytesPerSecond > limit)
                                        .isPresent())
                .forEach(
                        bytes ->
                                findings.add(
                                        image.container().isPresent()
                                                ? image.at("layers")
                                                : (Node) bytes,
                                        String.format(
                                                Locale.ROOT,
                                                "a layer of %.2f GB needs %d s to upload, and %s"
                                                        + " cuts a request at %d s",
                                                bytes.asNumber()
                                                                .orElse(BigDecimal.ZERO)
                                                                .doubleValue()
                                                        / 1e9,
                                                bytes.asNumber().orElse(BigDecimal.ZERO).longValue()
                                                        / bytesPerSecond,
                                                subject.circumstances()
                                                                .maximumLayerSeconds()
                                                                .isPresent()
                                                        ? "the proxy"
                                                        : "Traefik from 2.11.2 on",
                                                limit)));
    }
}
