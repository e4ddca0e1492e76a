package dev.tagwerk.formats;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A whole model that a container downloads with the hub's own program: {@code hf download MODEL}.
 *
 * @param folder of {@code --local-dir}; the hub's cache without one
 */
public record HubDownload(Scalar model, Optional<Scalar> folder) {
    private static final Set<String> PROGRAMS = Set.of("hf", "huggingface-cli");

    /** Options that take no value. */
    private static final Set<String> FLAGS =
            Set.of("--force-download", "--quiet", "--resume-download", "--dry-run", "--json");

    /** Those of all of a container's commands. */
    public static List<HubDownload> of(Container container) {
        List<HubDownload> all = new ArrayList<>();
        for (List<Scalar> words : Settings.commands(container)) {
            of(words).ifPresent(all::add);
        }
        return all;
    }

    private static Optional<HubDownload> of(List<Scalar> words) {
        boolean downloads =
                words.size() > 2
                        && PROGRAMS.contains(words.getFirst().text().replaceFirst("^.*/", ""))
                        && words.get(1).text().equals("download");
        if (!downloads) {
            return Optional.empty();
        }
        List<Scalar> operands = new ArrayList<>();
        Optional<Scalar> folder = Optional.empty();
        for (int index = 2; index < words.size(); index++) {
            String word = words.get(index).text();
            String name = word.replaceFirst("(?s)=.*", "");
            boolean value = word.startsWith("-") && !word.contains("=") && !FLAGS.contains(word);
            if (name.equals("--include")
                    || name.equals("--exclude")
                    || name.equals("--repo-type")) {
                return Optional.empty(); // parts of a model, or no model
            }
            if (name.equals("--local-dir")) {
                folder = new CommandWords(none(words), words).value("--local-dir");
            }
            if (!word.startsWith("-")) {
                operands.add(words.get(index));
            }
            index += value ? 1 : 0;
        }
        return operands.size() == 1
                ? Optional.of(new HubDownload(operands.getFirst(), folder))
                : Optional.empty();
    }

    private static Items none(List<Scalar> words) {
        Scalar first = words.getFirst();
        return new Items(
                first.source(), first.span(), first.anchor(), first.path(), List.copyOf(words));
    }
}
