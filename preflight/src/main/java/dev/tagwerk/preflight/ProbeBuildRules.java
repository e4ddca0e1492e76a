package dev.tagwerk.preflight;

import dev.tagwerk.formats.Node;
import dev.tagwerk.formats.Scalar;
import java.util.Map;

/** What the probe found out about compilers and Triton. */
final class ProbeBuildRules {
    private ProbeBuildRules() {}

    static Map<String, Check> checks() {
        return Map.of(
                "TW-PRB-006", ProbeBuildRules::noCompiler,
                "TW-PRB-007", ProbeBuildRules::noCxx,
                "TW-PRB-008", ProbeBuildRules::noPythonHeader,
                "TW-PRB-021", ProbeBuildRules::tritonFails);
    }

    private static boolean needsTriton(Probed probed) {
        return probed.hasPackage("triton")
                && probed.isOk("gpu", true)
                && !probed.isOk("triton", true);
    }

    private static void noCompiler(Subject subject, Findings findings) {
        Probed.of(subject)
                .forEach(
                        probed ->
                                probed.lines("cc")
                                        .filter(line -> Probed.is(line, "ok", false))
                                        .forEach(line -> noCompiler(probed, line, findings)));
    }

    private static void noCompiler(Probed probed, Node line, Findings findings) {
        String what =
                line.text("compiler").isEmpty()
                        ? "there is no C compiler"
                        : Probed.text(line, "compiler") + " does not work";
        String error = Probed.text(line, "error");
        String all = what + (error.isEmpty() ? "" : ": " + error);
        Node at = Probed.at(line, "error");
        if (needsTriton(probed)) {
            findings.add(at, all + "; Triton compiles C at the first step");
        } else {
            findings.note(
                    at,
                    all + ", which matters where something compiles as it runs",
                    RuleTexts.of("TW-PRB-006").write());
        }
    }

    private static void noCxx(Subject subject, Findings findings) {
        boolean compiles =
                Trainings.of(subject)
                        .anyMatch(
                                training ->
                                        training.settings()
                                                .on("torch_compile", "compile", "use_torch_compile")
                                                .isPresent());
        Probed.of(subject)
                .filter(probed -> probed.hasPackage("torch"))
                .flatMap(probed -> probed.lines("cxx"))
                .filter(line -> Probed.is(line, "ok", false))
                .forEach(
                        line -> {
                            Node at = Probed.at(line, "error");
                            String what =
                                    "no C++ compiler works here: "
                                            + Probed.text(line, "error")
                                            + "; torch.compile may need one at its first call";
                            if (compiles) {
                                findings.add(at, what);
                            } else {
                                findings.note(at, what, RuleTexts.of("TW-PRB-007").write());
                            }
                        });
    }

    private static void noPythonHeader(Subject subject, Findings findings) {
        Probed.of(subject)
                .filter(ProbeBuildRules::needsTriton)
                .flatMap(probed -> probed.lines("cc"))
                .filter(line -> Probed.is(line, "ok", true))
                .filter(line -> Probed.is(line, "python_header", false))
                .forEach(
                        line ->
                                findings.add(
                                        Probed.at(line, "python_header"),
                                        "Python.h is missing, which Triton's launcher includes: the"
                                                + " compiler alone is not enough"));
    }

    private static void tritonFails(Subject subject, Findings findings) {
        Probed.of(subject)
                .filter(probed -> !probed.isOk("cc", false))
                .filter(
                        probed ->
                                probed.line("cc")
                                        .filter(cc -> Probed.is(cc, "python_header", false))
                                        .isEmpty())
                .flatMap(probed -> probed.lines("triton"))
                .filter(line -> Probed.is(line, "ok", false))
                .forEach(
                        line ->
                                findings.add(
                                        Probed.at(line, "error"),
                                        "Triton did not compile a small kernel: "
                                                + line.text("error")
                                                        .map(Scalar::text)
                                                        .orElse("its result was wrong")));
    }
}
