package dev.tagwerk.preflight;

import dev.tagwerk.formats.Scalar;
import dev.tagwerk.formats.Workload;
import dev.tagwerk.market.Cuda;
import dev.tagwerk.market.CudaRuntime;
import dev.tagwerk.market.CudaVersion;
import dev.tagwerk.market.DriverSeen;
import dev.tagwerk.market.DriverVersion;
import dev.tagwerk.market.Gpu;
import dev.tagwerk.spec.Shown;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** CUDA against driver and card, as far as an image's name tells which CUDA is in it. */
final class CudaRules {
    private static final Pattern IN_TAG =
            Pattern.compile("(?:^|[^a-z0-9])(?:cuda|cu)-?(\\d{2})\\.?(\\d)(?:\\.\\d+)?(?![0-9])");
    private static final Pattern NVIDIA =
            Pattern.compile("(?:.*/)?nvidia/cuda:(\\d{2})\\.(\\d)(?:\\.\\d+)?(?:-.*|@.*|$)");

    private CudaRules() {}

    static Map<String, Check> checks() {
        return Map.of("TW-GPU-003", CudaRules::driverTooOld, "TW-GPU-004", CudaRules::cardTooOld);
    }

    /** An image, where it will run, and the CUDA that its name states. */
    private record Use(Workload workload, Scalar image, CudaVersion cuda) {}

    private static Stream<Use> uses(Subject subject) {
        return subject.workloads()
                .flatMap(
                        workload ->
                                workload.containers().stream()
                                        .flatMap(container -> container.image().stream())
                                        .flatMap(
                                                image ->
                                                        cuda(image.text())
                                                                .map(
                                                                        cuda ->
                                                                                new Use(
                                                                                        workload,
                                                                                        image,
                                                                                        cuda))
                                                                .stream()));
    }

    /** The CUDA version that an image's name states. */
    static Optional<CudaVersion> cuda(String image) {
        if (image.length() > 300) {
            return Optional.empty();
        }
        String lower = image.toLowerCase(Locale.ROOT);
        Matcher own = NVIDIA.matcher(lower);
        if (own.matches()) {
            return version(own);
        }
        int tag =
                lower.lastIndexOf(
                        ':', lower.indexOf('@') < 0 ? lower.length() : lower.indexOf('@'));
        Matcher named = IN_TAG.matcher(tag < 0 ? lower : lower.substring(tag));
        return named.find() ? version(named) : Optional.empty();
    }

    private static Optional<CudaVersion> version(Matcher matcher) {
        return CudaVersion.parse(matcher.group(1) + "." + matcher.group(2));
    }

    private static void driverTooOld(Subject subject, Findings findings) {
        uses(subject).forEach(use -> driverTooOld(subject, use, findings));
        subject.circumstances()
                .driver()
                .flatMap(DriverVersion::parse)
                .ifPresent(
                        driver -> {
                            DockerfileRules.lastBases(subject)
                                    .forEach(base -> baseTooNew(base, driver, findings));
                            InstalledTorch.of(subject)
                                    .forEach(torch -> torchTooNew(torch, driver, findings));
                        });
    }

    /** What a Dockerfile's image starts from, against the driver that the caller names. */
    private static void baseTooNew(Scalar from, DriverVersion driver, Findings findings) {
        cuda(from.text().strip().split("\\s+", 2)[0])
                .flatMap(Cuda::runtime)
                .filter(runtime -> driver.compareTo(runtime.minimumDriver()) < 0)
                .ifPresent(
                        runtime ->
                                findings.add(
                                        from,
                                        "the base image's CUDA needs a driver of "
                                                + runtime.minimumDriver()
                                                + " or newer, and the machine has "
                                                + driver,
                                        "a base image with CUDA "
                                                + Cuda.newestFor(driver)
                                                        .map(Object::toString)
                                                        .orElse("12")
                                                + " or older"));
    }

    /** The PyTorch that a Dockerfile installs, against the driver that the caller names. */
    private static void torchTooNew(InstalledTorch torch, DriverVersion driver, Findings findings) {
        Cuda.runtime(torch.cuda())
                .filter(runtime -> driver.compareTo(runtime.minimumDriver()) < 0)
                .ifPresent(
                        runtime ->
                                findings.add(
                                        torch.word(),
                                        "PyTorch for CUDA "
                                                + torch.cuda()
                                                + " needs a driver of "
                                                + runtime.minimumDriver()
                                                + " or newer, and the machine has "
                                                + driver,
                                        "a build of PyTorch for CUDA "
                                                + Cuda.newestFor(driver)
                                                        .map(Object::toString)
                                                        .orElse("12")
                                                + " or older"));
    }

    private static void driverTooOld(Subject subject, Use use, Findings findings) {
        Optional<DriverVersion> said =
                subject.circumstances()
                        .driver()
                        .or(() -> Probed.driver(subject))
                        .flatMap(DriverVersion::parse);
        Optional<DriverSeen> seen =
                said.isPresent()
                        ? Optional.empty()
                        : TargetGpu.of(subject, use.workload())
                                .flatMap(
                                        target ->
                                                Cuda.driverOf(
                                                        use.workload().platform().word(),
                                                        target.gpu()));
        Optional<DriverVersion> driver = said.or(() -> seen.map(DriverSeen::driver));
        Optional<CudaRuntime> runtime = Cuda.runtime(use.cuda());
        if (driver.isEmpty()
                || runtime.isEmpty()
                || driver.get().compareTo(runtime.get().minimumDriver()) >= 0) {
            return;
        }
        String what =
                "CUDA "
                        + use.cuda()
                        + " needs a driver of "
                        + runtime.get().minimumDriver()
                        + " or newer, and the machine has "
                        + driver.get();
        String write =
                "an image with CUDA "
                        + Cuda.newestFor(driver.get()).map(Object::toString).orElse("12")
                        + " or older";
        // a driver that was seen once may have been renewed since
        findings.add(
                said.isPresent() ? Severity.ERROR : Severity.WARNING,
                use.image(),
                use.image().anchor(),
                what,
                write);
    }

    private static void cardTooOld(Subject subject, Findings findings) {
        uses(subject)
                .forEach(
                        use ->
                                TargetGpu.of(subject, use.workload())
                                        .filter(target -> dropped(target.gpu(), use.cuda()))
                                        .ifPresent(
                                                target ->
                                                        findings.add(
                                                                target.sure()
                                                                        ? Severity.ERROR
                                                                        : Severity.WARNING,
                                                                use.image(),
                                                                use.image().anchor(),
                                                                "CUDA "
                                                                        + use.cuda()
                                                                        + " has no kernels for a "
                                                                        + target.gpu().name()
                                                                        + " ("
                                                                        + target.gpu()
                                                                                .capability()
                                                                                .sm()
                                                                        + "): "
                                                                        + Shown.oneLine(
                                                                                use.image().text()),
                                                                "an image with CUDA "
                                                                        + target.gpu()
                                                                                .lastCudaMajor()
                                                                        + ", such as a cu126 build"
                                                                        + " of PyTorch")));
    }

    private static boolean dropped(Gpu gpu, CudaVersion cuda) {
        return cuda.major() > gpu.lastCudaMajor() && gpu.lastCudaMajor() < 13;
    }
}
