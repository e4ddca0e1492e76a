package dev.tagwerk.preflight;

import dev.tagwerk.formats.Container;
import dev.tagwerk.formats.Mount;
import dev.tagwerk.formats.Scalar;
import dev.tagwerk.formats.Settings;
import dev.tagwerk.formats.Volume;
import dev.tagwerk.formats.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Symbolic links that commands make where there are none. */
final class LinkRules {
    /** A place where a program makes a link. */
    private record Made(ToldPath told, String program) {}

    private LinkRules() {}

    static Map<String, Check> checks() {
        return Map.of("TW-STO-017", LinkRules::links);
    }

    private static void links(Subject subject, Findings findings) {
        subject.workloads()
                .forEach(
                        workload ->
                                workload.containers()
                                        .forEach(
                                                container ->
                                                        links(workload, container)
                                                                .forEach(
                                                                        made ->
                                                                                link(
                                                                                        made,
                                                                                        findings))));
    }

    private static List<Made> links(Workload workload, Container container) {
        List<Made> links = new ArrayList<>();
        String folder = container.workingDirectory().map(Scalar::text).orElse("");
        for (List<Scalar> words : Settings.commands(container)) {
            String program = words.isEmpty() ? "" : words.getFirst().text();
            if (program.equals("cd") && words.size() == 2) {
                folder = at(folder, words.get(1).text());
            } else if (program.equals("ln") || program.endsWith("/ln")) {
                String here = folder;
                link(words)
                        .ifPresent(word -> links.add(made(workload, container, here, word, "ln")));
            } else {
                String here = folder;
                environment(words)
                        .ifPresent(
                                word -> links.add(made(workload, container, here, word, "venv")));
            }
        }
        return links;
    }

    private static Made made(
            Workload workload, Container container, String folder, Scalar word, String program) {
        return new Made(new ToldPath(workload, container, at(folder, word.text()), word), program);
    }

    /** The folder of a virtual environment, in which {@code lib64} is a link. */
    private static Optional<Scalar> environment(List<Scalar> words) {
        for (int index = 0; index + 1 < words.size() && index < 4; index++) {
            String word = words.get(index).text();
            boolean makes =
                    word.matches("(?:.*/)?virtualenv")
                            || (word.equals("venv")
                                    && index > 0
                                    && words.get(index - 1).text().matches("-m|(?:.*/)?uv"));
            if (makes) {
                return words.stream()
                        .skip(index + 1L)
                        .filter(one -> !one.text().startsWith("-"))
                        .filter(one -> !one.isPlaceholder())
                        .reduce((first, last) -> last);
            }
        }
        return Optional.empty();
    }

    private static String at(String folder, String path) {
        return path.startsWith("/") || folder.isEmpty() ? path : folder + "/" + path;
    }

    /** Where the link will be; empty where it is none, or its place is not said. */
    private static Optional<Scalar> link(List<Scalar> words) {
        boolean symbolic =
                words.stream()
                        .anyMatch(
                                word ->
                                        word.text().equals("--symbolic")
                                                || word.text().matches("-[a-zA-Z]*s[a-zA-Z]*"));
        boolean folder = words.stream().anyMatch(word -> word.text().matches("-[a-zA-Z]*t|--t.*"));
        List<Scalar> operands =
                words.stream().skip(1).filter(word -> !word.text().startsWith("-")).toList();
        return symbolic && !folder && operands.size() == 2
                ? Optional.of(operands.getLast()).filter(word -> !word.isPlaceholder())
                : Optional.empty();
    }

    private static void link(Made made, Findings findings) {
        ToldPath told = made.told();
        Optional<Volume> volume = told.volume();
        if (volume.isEmpty()) {
            return;
        }
        String mount = told.mount().map(Mount::path).orElse("");
        switch (volume.get().type()) {
            case AZURE_FILES_SMB -> {
                if (!told.hasOption("mfsymlinks")) {
                    findings.addAtValue(
                            told.place(),
                            "the SMB share at "
                                    + mount
                                    + " has no symbolic links: "
                                    + made.program()
                                    + " fails",
                            "mountOptions: \"mfsymlinks\", or a path outside of " + mount);
                }
            }
            case COPIED_OBJECTS ->
                    findings.addAtValue(
                            told.place(),
                            "the link lies under "
                                    + mount
                                    + ", which is copied to an object storage at the end: that"
                                    + " keeps no symbolic links",
                            (made.program().equals("ln") ? "cp instead of ln -s, or " : "")
                                    + "a path outside of "
                                    + mount);
            case MOUNTED_OBJECTS ->
                    findings.note(
                            told.place(),
                            mount
                                    + " is a mounted object storage: whether a link can be made"
                                    + " there depends on its driver",
                            (made.program().equals("ln") ? "cp instead of ln -s, or " : "")
                                    + "a path outside of "
                                    + mount);
            case AZURE_FILES_NFS, EMPTY_DIRECTORY, MEMORY, SECRET, HOST, CLAIM, GIT, OTHER -> {}
        }
    }
}
