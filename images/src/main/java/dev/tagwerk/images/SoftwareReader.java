package dev.tagwerk.images;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds software in a merged file system. */
final class SoftwareReader {
    /** Programs that a training job, its launcher or its image's entrypoint may need. */
    static final List<String> PROGRAMS =
            List.of(
                    "gcc",
                    "cc",
                    "clang",
                    "g++",
                    "c++",
                    "ld",
                    "nvcc",
                    "git",
                    "sh",
                    "bash",
                    "python",
                    "python3",
                    "pip",
                    "conda",
                    "uv",
                    "accelerate",
                    "torchrun",
                    "axolotl",
                    "llamafactory-cli",
                    "tini",
                    "dumb-init",
                    "s6-svscan",
                    "ssh",
                    "sshd",
                    "sudo",
                    "setpriv",
                    "curl",
                    "nvidia-smi");

    private static final int MANY = 10_000;
    private static final int FEW = 100;
    private static final Pattern ASSIGNED =
            Pattern.compile(
                    "^(__version__|cuda|hip)\\s*(?::[^=\\n]*)?=\\s*['\"]([^'\"\\n]{1,100})['\"]",
                    Pattern.MULTILINE);
    private static final Pattern SYSTEM =
            Pattern.compile("^PRETTY_NAME=\"?([^\"\\n]{1,200})\"?$", Pattern.MULTILINE);

    private final ImageFiles files;

    SoftwareReader(ImageFiles files) {
        this.files = files;
    }

    ImageSoftware read(List<String> path) {
        List<PythonPackage> packages = packages();
        return new ImageSoftware(
                programs(path),
                named("stdlib.h", SoftwareReader::isLibraryHeader),
                named("Python.h", node -> true),
                named("crt1.o", node -> true),
                files.matching(
                        node ->
                                node.kind() == FileKind.FILE
                                        && node.name().startsWith("libcudart.so"),
                        FEW),
                toolkits(),
                packages,
                torch(packages),
                system(),
                !files.matching(
                                node ->
                                        node.name().startsWith("ld-musl-")
                                                && node.parent().path().endsWith("/lib"),
                                1)
                        .isEmpty());
    }

    private Map<String, ImageFile> programs(List<String> path) {
        Map<String, ImageFile> found = new LinkedHashMap<>();
        for (String name : PROGRAMS) {
            files.program(name, path).ifPresent(file -> found.put(name, file));
        }
        return found;
    }

    private List<ImageFile> named(String name, Predicate<TreeNode> also) {
        return files.matching(
                node -> node.kind() == FileKind.FILE && node.name().equals(name) && also.test(node),
                FEW);
    }

    /** C++ has a header of the same name that wants C's. */
    private static boolean isLibraryHeader(TreeNode node) {
        String folder = node.parent().path();
        return folder.endsWith("/include") && !folder.contains("c++");
    }

    private Map<String, String> toolkits() {
        Map<String, String> toolkits = new LinkedHashMap<>();
        for (ImageFile file :
                files.matching(
                        node ->
                                node.name().equals("version.json")
                                        && node.parent().name().startsWith("cuda")
                                        && node.parent().parent().path().equals("/usr/local"),
                        FEW)) {
            try {
                JsonNode node =
                        Documents.parse(file.text().getBytes(StandardCharsets.UTF_8), file.path());
                String version = Documents.text(node.path("cuda"), "version");
                if (!version.isEmpty()) {
                    String path = file.path();
                    toolkits.put(path.substring(0, path.lastIndexOf('/')), version);
                }
            } catch (ImageException unreadable) {
                // NVIDIA's file with something else in it tells nothing about the toolkit
            }
        }
        return toolkits;
    }

    private List<PythonPackage> packages() {
        return files
                .matching(
                        node ->
                                node.kind() == FileKind.FILE
                                        && !node.facts().detail().isEmpty()
                                        && Interest.isMetadata(node.facts().path()),
                        MANY)
                .stream()
                .map(SoftwareReader::described)
                .sorted(
                        Comparator.comparing(PythonPackage::name)
                                .thenComparing(PythonPackage::metadata))
                .toList();
    }

    private static PythonPackage described(ImageFile file) {
        String text = file.text();
        int line = text.indexOf('\n');
        return new PythonPackage(
                normal(Names.shown(text.substring(0, line))),
                Names.shown(text.substring(line + 1)),
                file.path());
    }

    /** PyPI's normal form of a name (PEP 503). */
    static String normal(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[-_.]+", "-");
    }

    private Optional<Torch> torch(List<PythonPackage> packages) {
        return files
                .matching(
                        node ->
                                node.kind() == FileKind.FILE
                                        && Interest.isTorchVersion(node.facts().path()),
                        1)
                .stream()
                .map(file -> torch(file, packages))
                .findFirst();
    }

    private static Torch torch(ImageFile file, List<PythonPackage> packages) {
        Map<String, String> assigned = new LinkedHashMap<>();
        Matcher line = ASSIGNED.matcher(file.text());
        while (line.find()) {
            assigned.put(line.group(1), line.group(2));
        }
        String folder = file.path().substring(0, file.path().lastIndexOf('/'));
        String site = folder.substring(0, folder.lastIndexOf('/') + 1);
        return new Torch(
                assigned.getOrDefault("__version__", installed(packages, site)),
                assigned.getOrDefault("cuda", ""),
                assigned.getOrDefault("hip", ""),
                folder);
    }

    /** What the installer noted beside a PyTorch whose own file does not tell its version. */
    private static String installed(List<PythonPackage> packages, String site) {
        return packages.stream()
                .filter(one -> one.name().equals("torch") && one.metadata().startsWith(site))
                .map(PythonPackage::version)
                .findFirst()
                .orElse("");
    }

    private String system() {
        return files.find("/etc/os-release")
                .map(file -> SYSTEM.matcher(file.text()))
                .filter(Matcher::find)
                .map(match -> Names.shown(match.group(1)))
                .orElse("");
    }
}
