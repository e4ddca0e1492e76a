package dev.tagwerk.preflight;

import dev.tagwerk.formats.Node;
import dev.tagwerk.formats.Scalar;
import dev.tagwerk.market.ComputeCapability;
import dev.tagwerk.market.Cuda;
import dev.tagwerk.market.CudaRuntime;
import dev.tagwerk.market.CudaVersion;
import dev.tagwerk.market.DriverVersion;
import java.util.Map;
import java.util.Optional;

/** What the probe found out about driver, card, and PyTorch on them. */
final class ProbeGpuRules {
    private ProbeGpuRules() {}

    static Map<String, Check> checks() {
        return Map.of(
                "TW-PRB-001", ProbeGpuRules::driverTooOld,
                "TW-PRB-002", ProbeGpuRules::torchSeesNone,
                "TW-PRB-003", ProbeGpuRules::noDevice,
                "TW-PRB-004", ProbeGpuRules::emulatedBf16,
                "TW-PRB-005", ProbeGpuRules::noKernels);
    }

    private static Optional<DriverVersion> driver(Probed probed) {
        return probed.lines("gpu")
                .flatMap(line -> line.text("driver").stream())
                .flatMap(text -> DriverVersion.parse(text.text()).stream())
                .findFirst();
    }

    /** What PyTorch's CUDA needs, where the driver has less and PyTorch sees no GPU. */
    private static Optional<CudaRuntime> tooNew(Probed probed) {
        Optional<DriverVersion> driver = driver(probed);
        return probed.line("torch")
                .filter(torch -> Probed.is(torch, "cuda_available", false))
                .flatMap(torch -> torch.text("cuda"))
                .flatMap(cuda -> CudaVersion.parse(cuda.text()))
                .flatMap(Cuda::runtime)
                .filter(
                        runtime ->
                                driver.filter(one -> one.compareTo(runtime.minimumDriver()) < 0)
                                        .isPresent());
    }

    private static void driverTooOld(Subject subject, Findings findings) {
        Probed.of(subject)
                .forEach(
                        probed ->
                                tooNew(probed)
                                        .ifPresent(
                                                runtime ->
                                                        driverTooOld(probed, runtime, findings)));
    }

    private static void driverTooOld(Probed probed, CudaRuntime runtime, Findings findings) {
        DriverVersion driver = driver(probed).orElseThrow();
        Scalar cuda = probed.fact("torch", "cuda").orElseThrow();
        findings.add(
                cuda,
                "PyTorch's CUDA "
                        + cuda.text()
                        + " needs a driver of "
                        + runtime.minimumDriver()
                        + " or newer, and the machine has "
                        + driver
                        + ": it sees no GPU",
                "a build of PyTorch with CUDA "
                        + Cuda.newestFor(driver).map(Object::toString).orElse("12")
                        + " or older");
    }

    private static void torchSeesNone(Subject subject, Findings findings) {
        Probed.of(subject)
                .filter(probed -> probed.isOk("gpu", true) && tooNew(probed).isEmpty())
                .forEach(
                        probed ->
                                probed.line("torch")
                                        .filter(torch -> Probed.is(torch, "cuda_available", false))
                                        .ifPresent(
                                                torch -> torchSeesNone(probed, torch, findings)));
    }

    private static void torchSeesNone(Probed probed, Node torch, Findings findings) {
        String error = Probed.text(torch, "cuda_error");
        String what = "nvidia-smi sees a GPU, and PyTorch sees none";
        String write = "";
        if (torch.text("cuda").isEmpty() && torch.text("hip").isEmpty()) {
            what += ": " + quoted(Probed.text(torch, "version")) + " is a build without CUDA";
            write = "a build of PyTorch with CUDA, such as torch==VERSION+cu126";
        } else if (probed.environment("gpus_hidden", true)) {
            what += ": CUDA_VISIBLE_DEVICES hides it";
            write = "unset CUDA_VISIBLE_DEVICES";
        } else if (!error.isEmpty()) {
            what += ": " + quoted(error);
        }
        findings.add(Probed.at(torch, "cuda_available"), what, write);
    }

    private static void noDevice(Subject subject, Findings findings) {
        Probed.of(subject)
                .flatMap(probed -> probed.lines("gpu"))
                .filter(line -> Probed.is(line, "ok", false))
                .filter(line -> Probed.says(line, "seen_by", "nvidia-smi"))
                .forEach(
                        line ->
                                findings.add(
                                        Probed.at(line, "error"),
                                        "nvidia-smi is there and names no GPU: "
                                                + quoted(Probed.text(line, "error"))));
    }

    private static void emulatedBf16(Subject subject, Findings findings) {
        Probed.of(subject).forEach(probed -> emulatedBf16(probed, findings));
    }

    private static void emulatedBf16(Probed probed, Findings findings) {
        Optional<Node> torch =
                probed.line("torch").filter(line -> Probed.is(line, "bf16_native", false));
        if (torch.isPresent()) {
            String name = Probed.text(torch.get(), "name");
            String ratio =
                    Probed.number(torch.get(), "bf16_to_fp16")
                            .map(one -> ", and a product takes " + one + " times one in fp16")
                            .orElse("");
            boolean denied = Probed.is(torch.get(), "bf16_supported", true);
            String what =
                    (name.isEmpty() ? "this card" : name)
                            + " emulates bf16"
                            + ratio
                            + (denied
                                    ? "; torch.cuda.is_bf16_supported() says True, so tools that"
                                            + " ask choose it"
                                    : "");
            Node at = Probed.at(torch.get(), "bf16_native");
            if (denied) {
                findings.add(at, what);
            } else {
                findings.note(at, what, "fp16: true");
            }
            return;
        }
        boolean known =
                probed.line("torch").filter(one -> one.get("bf16_native").isPresent()).isPresent();
        probed.lines("gpu")
                .filter(line -> !known && capability(line).filter(one -> !one.bf16()).isPresent())
                .forEach(
                        line ->
                                findings.note(
                                        Probed.at(line, "capability"),
                                        Probed.text(line, "name")
                                                + " has no bf16: PyTorch emulates it, slowly",
                                        "fp16: true"));
    }

    private static Optional<ComputeCapability> capability(Node line) {
        return line.text("capability").flatMap(text -> ComputeCapability.parse(text.text()));
    }

    private static void noKernels(Subject subject, Findings findings) {
        Probed.of(subject)
                .forEach(
                        probed ->
                                probed.line("torch")
                                        .ifPresent(torch -> noKernels(probed, torch, findings)));
    }

    private static void noKernels(Probed probed, Node torch, Findings findings) {
        if (Probed.is(torch, "kernels", true)) {
            return;
        }
        Optional<ComputeCapability> capability =
                capability(torch).or(() -> probed.line("gpu").flatMap(ProbeGpuRules::capability));
        Optional<Scalar> architectures =
                torch.text("architectures").filter(list -> !list.text().isBlank());
        if (capability.isPresent()
                && architectures.isPresent()
                && !runsOn(architectures.get().text(), capability.get())) {
            findings.add(
                    architectures.get(),
                    "this build of PyTorch has no kernels for "
                            + capability.get().sm()
                            + ", only for "
                            + architectures.get().text());
        } else if (Probed.is(torch, "kernels", false)) {
            findings.add(
                    Probed.at(torch, "kernels"),
                    "the first operation on the GPU failed: "
                            + quoted(Probed.text(torch, "kernel_error")));
        }
    }

    /**
     * Compiled code runs on the same major and no lower minor capability, PTX on all that follow.
     */
    private static boolean runsOn(String architectures, ComputeCapability card) {
        for (String word : architectures.split("[\\s,;]+")) {
            Optional<ComputeCapability> built = ComputeCapability.parse(word);
            if (built.isEmpty()) {
                return true; // a word that is not known may stand for anything
            }
            boolean ptx = word.startsWith("compute");
            if ((ptx || built.get().major() == card.major()) && built.get().compareTo(card) <= 0) {
                return true;
            }
        }
        return false;
    }

    private static String quoted(String text) {
        return "\"" + (text.length() <= 120 ? text : text.substring(0, 117) + "...") + "\"";
    }
}
