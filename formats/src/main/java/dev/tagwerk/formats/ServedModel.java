package dev.tagwerk.formats;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The model that servers take as a word of its own: {@code vllm serve MODEL}. */
final class ServedModel {
    private static final Set<String> DIRECT = Set.of("trtllm-serve");

    private ServedModel() {}

    static Optional<Setting> of(List<Scalar> words) {
        for (int index = 0; index + 1 < words.size(); index++) {
            String program = words.get(index).text().replaceFirst("^.*/", "");
            int model = -1;
            if (program.equals("vllm") && is(words, index + 1, "serve")) {
                model = index + 2;
            } else if (program.equals("lmdeploy")
                    && is(words, index + 1, "serve")
                    && is(words, index + 2, "api_server")) {
                model = index + 3;
            } else if (DIRECT.contains(program)) {
                model = index + 1;
            }
            if (model > 0) {
                return model < words.size() ? setting(words.get(model)) : Optional.empty();
            }
        }
        return Optional.empty();
    }

    /** vLLM's own image starts {@code vllm serve}, or a server that takes the same words. */
    static Optional<Setting> ofImage(Container container) {
        boolean server =
                container.command().isEmpty()
                        && container
                                .image()
                                .filter(image -> image.text().matches("(?:.*/)?vllm-openai[:@].*"))
                                .isPresent();
        return server
                ? container.args().stream()
                        .filter(words -> !words.shell())
                        .flatMap(words -> words.words().stream().limit(1))
                        .findFirst()
                        .flatMap(ServedModel::setting)
                : Optional.empty();
    }

    private static Optional<Setting> setting(Scalar word) {
        return word.text().startsWith("-") || word.text().isBlank()
                ? Optional.empty()
                : Optional.of(new Setting("model", Optional.of(word), word));
    }

    private static boolean is(List<Scalar> words, int index, String text) {
        return index < words.size() && words.get(index).text().equals(text);
    }
}
