package dev.tagwerk.hub;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Which files make a model: configuration, tokenizer, chat templates, safetensors, licence, card.
 * Never pickles, since loading one runs whatever code it holds.
 *
 * @param include patterns of the files to take instead of those; empty means those
 * @param exclude patterns of files not to take
 */
record FileChoice(List<Glob> include, List<Glob> exclude) {
    private static final Pattern PICKLE =
            any("bin", "pt", "pth", "ckpt", "pkl", "pickle", "joblib", "npy", "npz");
    private static final Pattern OTHER_FORMAT =
            any(
                    "gguf",
                    "ggml",
                    "onnx",
                    "onnx_data",
                    "h5",
                    "keras",
                    "msgpack",
                    "tflite",
                    "pb",
                    "ot",
                    "mlmodel",
                    "engine",
                    "nemo",
                    "mar",
                    "llamafile",
                    "pte");
    private static final Pattern CODE = any("py", "ipynb", "sh");
    private static final Pattern WEIGHTS =
            Pattern.compile("(model|adapter_model)(-\\d{5}-of-\\d{5})?\\.safetensors");
    private static final Pattern SAFETENSORS = Pattern.compile("[^/]+\\.safetensors");
    private static final Pattern CONSOLIDATED = Pattern.compile("consolidated.*\\.safetensors");
    private static final Pattern PAPERS =
            Pattern.compile("(?i)(licen[cs]e|notice|use_policy|usage_policy|readme)[^/]*");
    private static final Pattern TEMPLATES =
            Pattern.compile("additional_chat_templates/[^/]+\\.jinja|[^/]+\\.tiktoken");
    private static final Set<String> NAMES =
            Set.of(
                    "config.json",
                    "generation_config.json",
                    "model.safetensors.index.json",
                    "adapter_config.json",
                    "tokenizer.json",
                    "tokenizer_config.json",
                    "special_tokens_map.json",
                    "added_tokens.json",
                    "vocab.json",
                    "vocab.txt",
                    "merges.txt",
                    "tokenizer.model",
                    "sentencepiece.bpe.model",
                    "spiece.model",
                    "tekken.json",
                    "chat_template.jinja",
                    "chat_template.json");

    static final FileChoice USUAL = new FileChoice(List.of(), List.of());

    FileChoice {
        include = List.copyOf(include);
        exclude = List.copyOf(exclude);
    }

    private static Pattern any(String... endings) {
        return Pattern.compile("(?i).*\\.(" + String.join("|", endings) + ")");
    }

    /**
     * Chooses.
     *
     * @param repository its name, for messages
     * @throws HubException when there is nothing to train or run from
     */
    Choice of(Listing listing, String repository) {
        List<RepositoryFile> taken = new ArrayList<>();
        List<LeftOut> leftOut = new ArrayList<>(listing.unusable());
        boolean named =
                listing.files().stream()
                        .anyMatch(file -> WEIGHTS.matcher(file.path().text()).matches());
        for (RepositoryFile file : listing.files()) {
            Optional<String> reason = against(file.path(), named);
            if (reason.isEmpty()) {
                taken.add(file);
            } else {
                leftOut.add(new LeftOut(file.path().text(), file.size(), reason.get()));
            }
        }
        if (taken.isEmpty() || (include.isEmpty() && !hasWeights(taken))) {
            throw nothing(listing, repository);
        }
        return new Choice(taken, leftOut);
    }

    private static boolean hasWeights(List<RepositoryFile> files) {
        return files.stream().anyMatch(f -> SAFETENSORS.matcher(f.path().text()).matches());
    }

    /** Why a file is not taken; empty when it is. */
    private Optional<String> against(RepositoryPath path, boolean named) {
        if (PICKLE.matcher(path.text()).matches()) {
            return Optional.of("a pickle or alike: loading it can run code");
        }
        if (exclude.stream().anyMatch(glob -> glob.matches(path))) {
            return Optional.of("excluded");
        }
        if (!include.isEmpty()) {
            return include.stream().anyMatch(glob -> glob.matches(path))
                    ? Optional.empty()
                    : Optional.of("not included");
        }
        return usual(path, named);
    }

    private static Optional<String> usual(RepositoryPath path, boolean named) {
        String text = path.text();
        boolean weights =
                named ? WEIGHTS.matcher(text).matches() : SAFETENSORS.matcher(text).matches();
        if (weights
                || NAMES.contains(text)
                || (path.atRoot() && PAPERS.matcher(text).matches())
                || TEMPLATES.matcher(text).matches()) {
            return Optional.empty();
        }
        if (OTHER_FORMAT.matcher(text).matches()
                || CONSOLIDATED.matcher(text).matches()
                || text.startsWith("original/")
                || text.startsWith("onnx/")) {
            return Optional.of("a copy in another format");
        }
        if (SAFETENSORS.matcher(text).matches()) {
            return Optional.of("weights beside model.safetensors");
        }
        return Optional.of(
                CODE.matcher(text).matches()
                        ? "code: a model's code is never run here"
                        : "not needed for a text model");
    }

    private HubException nothing(Listing listing, String repository) {
        if (!include.isEmpty()) {
            return new HubException(
                    "no file of " + repository + " matches.",
                    "--include takes "
                            + String.join(", ", include.stream().map(Glob::text).toList())
                            + "; pickles are never taken.",
                    "tagwerk models pull " + repository + " --dry-run");
        }
        if (has(listing, PICKLE)) {
            return new HubException(
                    repository + " has its weights as pickles only; nothing was pulled.",
                    "a pickle can run code when it is loaded, so no pickle is ever fetched.",
                    "look for safetensors on the pages of its pull requests ("
                            + repository
                            + "@refs/pr/NUMBER), or ask its owner to convert it with"
                            + " https://huggingface.co/spaces/safetensors/convert");
        }
        if (has(listing, Pattern.compile("(?i).*\\.gguf"))) {
            return new HubException(
                    repository + " has its weights as GGUF only; nothing was pulled.",
                    "that is a format for running a model, often with rounded weights, not for"
                            + " training it.",
                    listing.terms()
                            .baseModel()
                            .map(base -> "tagwerk models pull " + base)
                            .orElse("pull the model that it was made from"));
        }
        return new HubException(
                repository + " holds no weights in safetensors; nothing was pulled.",
                "it has "
                        + listing.files().size()
                        + " files, none of them *.safetensors at its top.",
                "--include takes other files: tagwerk models pull "
                        + repository
                        + " --include '*.json'");
    }

    private static boolean has(Listing listing, Pattern pattern) {
        return listing.files().stream().anyMatch(f -> pattern.matcher(f.path().text()).matches());
    }
}
