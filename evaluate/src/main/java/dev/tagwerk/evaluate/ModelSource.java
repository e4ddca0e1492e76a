package dev.tagwerk.evaluate;

import dev.tagwerk.modelfiles.AdapterFolder;
import dev.tagwerk.modelfiles.ChatTemplate;
import dev.tagwerk.modelfiles.HubCache;
import dev.tagwerk.modelfiles.ModelFolder;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The parts of a model, wherever they lie: a run's folder, its output, a decision checkpoint of
 * another tool, an adapter, or a base alone.
 *
 * @param base the base, or a fully tuned model
 * @param adapter PEFT folder
 * @param head {@code head.safetensors} of a decision model
 * @param config what the checkpoint says about itself
 * @param folder where {@code config} is kept; the model's own folder where it has none
 */
public record ModelSource(
        ModelFolder base,
        Optional<Path> adapter,
        Optional<Path> head,
        DeciderConfig config,
        Path folder) {
    private static final String ADAPTER_CONFIG = "adapter_config.json";
    private static final String HEAD = "head.safetensors";

    /**
     * Finds the parts of what lies in a folder.
     *
     * @param folder a run's folder or its {@code output}, a checkpoint with {@code adapter/} or
     *     {@code lora/}, an adapter, or a model
     * @param environment where the hub cache is looked up
     * @throws EvaluateException when nothing of the kind lies there, or its base is not here
     */
    public static ModelSource find(Path folder, Map<String, String> environment) {
        return find(folder, Optional.empty(), environment);
    }

    /**
     * As above, with the base given instead of looked up.
     *
     * @param base the base's folder
     */
    public static ModelSource find(
            Path folder, Optional<Path> base, Map<String, String> environment) {
        Path place =
                Files.isDirectory(folder.resolve("output")) ? folder.resolve("output") : folder;
        if (!Files.isDirectory(place)) {
            throw new EvaluateException(
                    folder
                            + (Files.exists(folder) ? " is not a folder" : " does not exist")
                            + "; give a run, a folder with an adapter, or a model's folder");
        }
        Optional<Path> adapter = adapterIn(place);
        Path home =
                adapter.isPresent() && adapter.get().equals(place) ? besideAdapter(place) : place;
        Optional<Path> head = headIn(home);
        Optional<DeciderConfig> config = DeciderConfig.find(home);
        if (adapter.isEmpty()) {
            Path model = Files.isDirectory(place.resolve("model")) ? place.resolve("model") : place;
            if (!Files.exists(model.resolve("config.json"))) {
                throw nothingIn(folder, place);
            }
            return new ModelSource(
                    ModelFolder.open(model),
                    Optional.empty(),
                    head,
                    config.orElse(DeciderConfig.unsaid()),
                    home);
        }
        Path basePath =
                base.isPresent() ? base.get() : basePath(adapter.get(), home, config, environment);
        return new ModelSource(
                ModelFolder.open(basePath),
                adapter,
                head,
                config.orElse(DeciderConfig.unsaid()),
                home);
    }

    /** The parts as named one by one; a head beside the adapter is found when none is given. */
    public static ModelSource of(ModelFolder base, Optional<Path> adapter, Optional<Path> head) {
        Path home = adapter.map(ModelSource::besideAdapter).orElse(base.path());
        Optional<Path> found = head.isPresent() ? head : adapter.flatMap(given -> headIn(home));
        DeciderConfig config = DeciderConfig.find(home).orElse(DeciderConfig.unsaid());
        return new ModelSource(base, adapter, found, config, home);
    }

    /** The base without adapter and head. */
    public ModelSource baseOnly() {
        return new ModelSource(
                base, Optional.empty(), Optional.empty(), DeciderConfig.unsaid(), base.path());
    }

    /**
     * How the model wants conversations written: as the template beside the adapter says, which it
     * was trained with, or else the base's own.
     */
    public Optional<ChatTemplate> chatTemplate() {
        Clock clock = Clock.systemDefaultZone();
        return adapter.flatMap(tuned -> ChatTemplate.find(tuned, clock))
                .or(() -> ChatTemplate.find(base.path(), clock));
    }

    /** How the model is best asked when nothing is said about it. */
    public Asking asking() {
        return Asking.of(this);
    }

    /** Whether anything was trained on top of the base. */
    public boolean tuned() {
        return adapter.isPresent() || head.isPresent();
    }

    private static Optional<Path> adapterIn(Path place) {
        for (Path candidate : List.of(place.resolve("adapter"), place.resolve("lora"), place)) {
            if (Files.isRegularFile(candidate.resolve(ADAPTER_CONFIG))) {
                return Optional.of(candidate);
            }
        }
        return Optional.empty();
    }

    /** The folder that holds head and description: the adapter's own, or the one around it. */
    private static Path besideAdapter(Path adapter) {
        boolean own =
                Files.exists(adapter.resolve(HEAD)) || DeciderConfig.find(adapter).isPresent();
        Path around = adapter.toAbsolutePath().normalize().getParent();
        return own || around == null ? adapter : around;
    }

    private static Optional<Path> headIn(Path home) {
        if (Files.isRegularFile(home.resolve(HEAD))) {
            return Optional.of(home.resolve(HEAD));
        }
        if (Files.exists(home.resolve("slot_head.pt"))) {
            throw new EvaluateException(
                    home.resolve("slot_head.pt")
                            + " is a pickle, a format that can run code, and is not read; save the head"
                            + " as head.safetensors with the tensors norm.weight, norm.bias, q.weight,"
                            + " q.bias, k.weight and k.bias");
        }
        return Optional.empty();
    }

    private static EvaluateException nothingIn(Path folder, Path place) {
        boolean run = Files.exists(folder.resolve("job.json"));
        return new EvaluateException(
                place
                        + " holds neither an adapter (adapter/ or lora/) nor a model (config.json). "
                        + (run
                                ? "The run has not finished; see how it stands with `tagwerk runs show`"
                                : "Give a run, a folder with an adapter, or a model's folder"));
    }

    private static Path basePath(
            Path adapter,
            Path home,
            Optional<DeciderConfig> config,
            Map<String, String> environment) {
        Optional<String> name = config.flatMap(DeciderConfig::baseModel);
        Optional<String> revision = config.flatMap(DeciderConfig::baseRevision);
        if (name.isEmpty()) {
            try (AdapterFolder read = AdapterFolder.read(adapter)) {
                name = read.config().baseModel();
                revision = read.config().revision();
            }
        }
        String text =
                name.orElseThrow(
                        () ->
                                new EvaluateException(
                                        adapter + " names no base model; give one with --base"));
        Optional<Path> local = localFolder(text, home);
        if (local.isPresent()) {
            return local.get();
        }
        if (text.startsWith("/") || text.startsWith(".")) {
            throw new EvaluateException(
                    "The base model of "
                            + adapter
                            + " is not where it was: "
                            + text
                            + " does not exist. Give its folder with --base");
        }
        return HubCache.fromEnvironment(environment).required(text, revision);
    }

    private static Optional<Path> localFolder(String text, Path home) {
        try {
            Path path = home.toAbsolutePath().resolve(text).normalize();
            return Files.isRegularFile(path.resolve("config.json"))
                    ? Optional.of(path)
                    : Optional.empty();
        } catch (InvalidPathException noPath) {
            return Optional.empty();
        }
    }
}
