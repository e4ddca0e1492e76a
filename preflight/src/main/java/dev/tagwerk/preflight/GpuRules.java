package dev.tagwerk.preflight;

import dev.tagwerk.formats.Scalar;
import dev.tagwerk.formats.Setting;
import dev.tagwerk.formats.Span;
import dev.tagwerk.formats.Volume;
import dev.tagwerk.formats.Workload;
import dev.tagwerk.market.Gpu;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** Settings of a training that its card cannot do, or does badly. */
final class GpuRules {
    private static final List<String> BF16 =
            List.of("bf16", "bfloat16", "torch.bfloat16", "pure_bf16", "bf16-mixed", "bf16-true");
    private static final List<String> FLASH =
            List.of("flash_attention_2", "fa2", "flash_attention_3", "fa3");

    private GpuRules() {}

    static Map<String, Check> checks() {
        return Map.of(
                "TW-GPU-001", GpuRules::emulatedBf16,
                "TW-GPU-002", GpuRules::flashAttention,
                "TW-GPU-005", GpuRules::sharedMemory,
                "TW-GPU-006", GpuRules::weightsDoNotFit);
    }

    private static void emulatedBf16(Subject subject, Findings findings) {
        Trainings.withImages(subject)
                .forEach(
                        training ->
                                training.gpu()
                                        .filter(target -> !target.gpu().capability().bf16())
                                        .ifPresent(
                                                target ->
                                                        bf16(training)
                                                                .forEach(
                                                                        setting ->
                                                                                emulatedBf16(
                                                                                        setting,
                                                                                        training,
                                                                                        target,
                                                                                        findings))));
    }

    private static Stream<Setting> bf16(Trainings.Training training) {
        return training.settings().all().stream()
                .filter(
                        setting ->
                                setting.name().equals("bf16") || setting.name().equals("pure_bf16")
                                        ? setting.isOn()
                                        : setting.value()
                                                .map(value -> value.text().toLowerCase(Locale.ROOT))
                                                .filter(BF16::contains)
                                                .isPresent());
    }

    private static void emulatedBf16(
            Setting setting, Trainings.Training training, TargetGpu target, Findings findings) {
        Gpu gpu = target.gpu();
        String what =
                setting.name()
                        + " asks for bfloat16, which a "
                        + gpu.name()
                        + " only emulates, many times slower; PyTorch reports it as supported";
        boolean other = training.settings().get("fp16").isPresent();
        boolean key = setting.name().equals("bf16");
        String write =
                key
                        ? Spelling.isOption(setting.node()) ? "--fp16" : "fp16: true"
                        : setting.value()
                                .map(value -> half(value.text()))
                                .orElse("fp16, or fp32 where the loss becomes NaN");
        if (!target.sure()) {
            findings.add(Severity.WARNING, setting.node(), setting.node().anchor(), what, write);
            return;
        }
        Optional<Scalar> value = setting.value().filter(one -> !key && one.span().end() > 0);
        List<Edit> edits =
                value
                        .filter(
                                one ->
                                        one.source()
                                                .text()
                                                .startsWith(one.text(), one.span().start()))
                        .map(one -> new Edit(one.source(), one.span(), half(one.text())))
                        .or(
                                () ->
                                        key && !other && setting.node() instanceof Scalar node
                                                ? switched(node)
                                                : Optional.empty())
                        .stream()
                        .toList();
        findings.add(setting.node(), what, write, edits.toArray(Edit[]::new));
    }

    /** The key or option of that name as the other one. */
    private static Optional<Edit> switched(Scalar node) {
        Span place = Spelling.isOption(node) ? node.span() : node.anchor();
        String raw = node.source().text().substring(place.start(), place.end());
        return Stream.of("bf16", "--bf16", "\"--bf16", "'--bf16")
                .filter(raw::startsWith)
                .findFirst()
                .map(
                        lead -> {
                            int end = place.start() + lead.length();
                            return new Edit(node.source(), new Span(end - 4, end), "fp16");
                        });
    }

    private static String half(String bf16) {
        return bf16.replace("bfloat16", "float16").replace("bf16", "fp16");
    }

    private static void flashAttention(Subject subject, Findings findings) {
        Trainings.withImages(subject)
                .forEach(
                        training ->
                                training.gpu()
                                        .filter(
                                                target ->
                                                        !target.gpu()
                                                                .capability()
                                                                .flashAttention2())
                                        .ifPresent(
                                                target ->
                                                        flash(training)
                                                                .forEach(
                                                                        setting ->
                                                                                flashAttention(
                                                                                        setting,
                                                                                        target,
                                                                                        findings))));
    }

    private static Stream<Setting> flash(Trainings.Training training) {
        return training.settings().all().stream()
                .filter(
                        setting ->
                                setting.name().equals("flash_attention")
                                                || setting.name().equals("use_flash_attention_2")
                                        ? setting.isOn()
                                        : setting.value()
                                                .map(value -> value.text().toLowerCase(Locale.ROOT))
                                                .filter(FLASH::contains)
                                                .isPresent());
    }

    private static void flashAttention(Setting setting, TargetGpu target, Findings findings) {
        findings.add(
                target.sure() ? Severity.ERROR : Severity.WARNING,
                setting.node(),
                setting.node().anchor(),
                "FlashAttention runs on Ampere cards and newer, and a "
                        + target.gpu().name()
                        + " is a "
                        + target.gpu().architecture(),
                setting.name().equals("flash_attention")
                        ? Spelling.of(setting, "flash_attention", "false")
                        : setting.name().equals("flash_attn")
                                ? Spelling.of(setting, "flash_attn", "sdpa")
                                : Spelling.of(setting, "attn_implementation", "sdpa"));
    }

    /**
     * A container's /dev/shm is 64 MB where nobody asks for more; data loaders share through it.
     */
    private static void sharedMemory(Subject subject, Findings findings) {
        Trainings.of(subject)
                .forEach(
                        training ->
                                training.workload()
                                        .filter(GpuRules::smallSharedMemory)
                                        .flatMap(
                                                workload ->
                                                        training.settings()
                                                                .get(
                                                                        "dataloader_num_workers",
                                                                        "num_workers"))
                                        .filter(
                                                setting ->
                                                        setting.value()
                                                                .flatMap(Scalar::asWhole)
                                                                .filter(workers -> workers > 0)
                                                                .isPresent())
                                        .ifPresent(
                                                setting ->
                                                        findings.add(
                                                                setting.node(),
                                                                "data loader workers share batches"
                                                                        + " through /dev/shm, which is"
                                                                        + " 64 MB here",
                                                                Spelling.of(
                                                                        setting,
                                                                        setting.name(),
                                                                        "0"))));
    }

    private static boolean smallSharedMemory(Workload workload) {
        boolean asked =
                workload.containers().stream()
                                .anyMatch(container -> container.sharedMemory().isPresent())
                        || workload.volumes().stream()
                                .anyMatch(volume -> volume.type() == Volume.Type.MEMORY);
        return switch (workload.platform()) {
            case AZURE_CONTAINER_APPS, KUBERNETES, DOCKER -> !asked;
            case AZURE_ML, OVH_AI, SKYPILOT, DSTACK, LOCAL -> false;
        };
    }

    /** Weights alone, from the size that a model's name states. */
    private static void weightsDoNotFit(Subject subject, Findings findings) {
        Trainings.withImages(subject)
                .filter(training -> training.gpu().isPresent())
                .forEach(
                        training ->
                                training.settings()
                                        .value(
                                                "base_model",
                                                "model_name_or_path",
                                                "model",
                                                "model_id")
                                        .ifPresent(
                                                model ->
                                                        weightsDoNotFit(
                                                                training, model, findings)));
    }

    private static void weightsDoNotFit(
            Trainings.Training training, Scalar model, Findings findings) {
        OptionalDouble named = ModelNames.billions(model.text());
        if (named.isEmpty()) {
            return;
        }
        TargetGpu target = training.gpu().orElseThrow();
        double billions = named.getAsDouble();
        double bytes = bytesPerWeight(training);
        int cards =
                training.workload()
                        .flatMap(Workload::gpu)
                        .flatMap(gpu -> gpu.count())
                        .map(count -> Math.max(1, count))
                        .orElse(1);
        double gib = billions * 1e9 * bytes / (1L << 30);
        if (cards == 1 && gib > target.gpu().memoryGib()) {
            findings.add(
                    target.sure() ? Severity.ERROR : Severity.WARNING,
                    model,
                    model.anchor(),
                    String.format(
                            Locale.ROOT,
                            "the weights of %s take about %.0f GiB, and a %s has %.0f GiB",
                            dev.tagwerk.spec.Shown.oneLine(model.text()),
                            gib,
                            target.gpu().name(),
                            target.gpu().memoryGib()),
                    "load_in_4bit (QLoRA), a smaller model, or a larger card");
        }
    }

    private static double bytesPerWeight(Trainings.Training training) {
        if (training.settings().on("load_in_4bit").isPresent()
                || training.settings()
                        .value("quantization_bit", "quantization")
                        .filter(value -> value.text().contains("4"))
                        .isPresent()
                || training.settings()
                        .value("adapter")
                        .filter(value -> value.text().equals("qlora"))
                        .isPresent()) {
            return 0.55;
        }
        if (training.settings().on("load_in_8bit").isPresent()
                || training.settings()
                        .value("quantization_bit")
                        .filter(value -> value.text().equals("8"))
                        .isPresent()) {
            return 1.05;
        }
        // without a word about it the weights are loaded in the precision that they are stored in
        return 2;
    }
}
