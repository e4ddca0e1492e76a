package dev.tagwerk.preflight;

import dev.tagwerk.formats.Node;
import dev.tagwerk.formats.Scalar;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** What the probe found out about directories and disks. */
final class ProbeMountRules {
    /** Between the signal and the end a platform leaves 30 s; some are needed to begin. */
    private static final int SECONDS_TO_SAVE = 25;

    private ProbeMountRules() {}

    static Map<String, Check> checks() {
        return Map.of(
                "TW-PRB-010", ProbeMountRules::notWritable,
                "TW-PRB-011", ProbeMountRules::noSymbolicLinks,
                "TW-PRB-012", ProbeMountRules::noModes,
                "TW-PRB-013", ProbeMountRules::noLocks,
                "TW-PRB-014", ProbeMountRules::slow,
                "TW-PRB-015", ProbeMountRules::littleDisk,
                "TW-PRB-022", ProbeMountRules::notReplaced);
    }

    private record Mounted(Probed probed, Node line) {
        String path() {
            return Probed.text(line, "path");
        }
    }

    private static Stream<Mounted> mounts(Subject subject) {
        return Probed.of(subject)
                .flatMap(probed -> probed.lines("mount").map(line -> new Mounted(probed, line)));
    }

    private static void notWritable(Subject subject, Findings findings) {
        mounts(subject).forEach(mount -> notWritable(subject, mount, findings));
    }

    private static void notWritable(Subject subject, Mounted mount, Findings findings) {
        boolean asked = Probed.is(mount.line(), "asked", true);
        if (Probed.is(mount.line(), "exists", false) && asked) {
            findings.add(
                    Probed.at(mount.line(), "path"),
                    "there is no directory " + mount.path() + ": nothing is mounted there");
            return;
        }
        if (!Probed.is(mount.line(), "write", false)) {
            return;
        }
        String error = Probed.text(mount.line(), "error");
        String what =
                "nothing can be written to "
                        + mount.path()
                        + (error.isEmpty() ? "" : ": " + error.replaceFirst("^: ", ""));
        Node at = Probed.at(mount.line(), "write");
        if (mount.path().equals("/output")
                || mount.probed().isCache(mount.path())
                || isOutput(subject, mount.path())) {
            findings.add(at, what);
        } else if (asked) {
            // inputs are asked for, too, and need not be writable
            findings.add(
                    Severity.WARNING, at, at.anchor(), what, RuleTexts.of("TW-PRB-010").write());
        }
    }

    /** Whether a training of the subject writes there. */
    private static boolean isOutput(Subject subject, String path) {
        String root = path.endsWith("/") ? path : path + "/";
        return Trainings.of(subject)
                .flatMap(
                        training -> training.settings().value("output_dir", "logging_dir").stream())
                .map(Scalar::text)
                .anyMatch(written -> (written + "/").startsWith(root));
    }

    private static void noSymbolicLinks(Subject subject, Findings findings) {
        mounts(subject)
                .filter(mount -> Probed.is(mount.line(), "symlink", false))
                .forEach(
                        mount -> {
                            Node at = Probed.at(mount.line(), "symlink");
                            String what = "symbolic links are not possible in " + mount.path();
                            boolean cache = mount.probed().isCache(mount.path());
                            if (cache && !mount.probed().environment("hub_symlinks", false)) {
                                findings.add(
                                        at,
                                        what
                                                + ", and the hub's cache is there: it keeps every file"
                                                + " twice");
                            } else {
                                findings.note(at, what, RuleTexts.of("TW-PRB-011").write());
                            }
                        });
    }

    private static void noModes(Subject subject, Findings findings) {
        mounts(subject)
                .forEach(
                        mount -> {
                            if (Probed.is(mount.line(), "chmod", false)) {
                                findings.add(
                                        Probed.at(mount.line(), "chmod"),
                                        "chmod is refused in " + mount.path());
                            } else if (Probed.is(mount.line(), "chmod_kept", false)) {
                                findings.note(
                                        Probed.at(mount.line(), "chmod_kept"),
                                        "chmod has no effect in " + mount.path(),
                                        RuleTexts.of("TW-PRB-012").write());
                            }
                        });
    }

    private static void noLocks(Subject subject, Findings findings) {
        mounts(subject)
                .filter(mount -> Probed.is(mount.line(), "lock", false))
                .forEach(
                        mount ->
                                findings.add(
                                        Probed.at(mount.line(), "lock"),
                                        "files in " + mount.path() + " cannot be locked"));
    }

    private static void slow(Subject subject, Findings findings) {
        mounts(subject)
                .filter(mount -> Probed.below(mount.line(), "write_mb_s", 40))
                .forEach(
                        mount -> {
                            BigDecimal speed =
                                    Probed.number(mount.line(), "write_mb_s").orElseThrow();
                            long most =
                                    speed.multiply(BigDecimal.valueOf(SECONDS_TO_SAVE)).longValue();
                            String what =
                                    mount.path()
                                            + " takes "
                                            + Spoken.number(speed)
                                            + " MB/s: in the "
                                            + SECONDS_TO_SAVE
                                            + " s that a platform leaves at the end, "
                                            + most
                                            + " MB are saved";
                            Node at = Probed.at(mount.line(), "write_mb_s");
                            if (Probed.below(mount.line(), "write_mb_s", 10)) {
                                findings.add(at, what);
                            } else {
                                findings.note(at, what, RuleTexts.of("TW-PRB-014").write());
                            }
                        });
    }

    private static void littleDisk(Subject subject, Findings findings) {
        Probed.of(subject)
                .forEach(
                        probed -> {
                            Set<String> seen = new HashSet<>();
                            Stream.concat(probed.lines("disk"), probed.lines("mount"))
                                    .filter(line -> Probed.below(line, "free_mib", 8192))
                                    .filter(line -> !Probed.text(line, "type").equals("tmpfs"))
                                    .filter(line -> !Probed.text(line, "options").startsWith("ro,"))
                                    .filter(line -> seen.add(disk(line)))
                                    .forEach(line -> littleDisk(line, findings));
                        });
    }

    private static String disk(Node line) {
        String at = Probed.text(line, "mounted_at");
        return at.isEmpty() ? Probed.text(line, "path") : at;
    }

    private static void littleDisk(Node line, Findings findings) {
        Node at = Probed.at(line, "free_mib");
        String what =
                Probed.text(line, "free_mib") + " MiB are free under " + Probed.text(line, "path");
        if (Probed.below(line, "free_mib", 2048)) {
            findings.add(at, what + ", for caches, checkpoints and temporary files");
        } else {
            findings.note(at, what, RuleTexts.of("TW-PRB-015").write());
        }
    }

    private static void notReplaced(Subject subject, Findings findings) {
        mounts(subject)
                .forEach(
                        mount -> {
                            if (Probed.is(mount.line(), "rename", false)) {
                                findings.add(
                                        Probed.at(mount.line(), "rename"),
                                        "a file in "
                                                + mount.path()
                                                + " cannot be put in the place of another: a"
                                                + " checkpoint is not renewed in one step");
                            } else if (Probed.is(mount.line(), "delete", false)) {
                                findings.add(
                                        Probed.at(mount.line(), "delete"),
                                        "files in "
                                                + mount.path()
                                                + " cannot be deleted: older checkpoints stay");
                            }
                        });
    }
}
