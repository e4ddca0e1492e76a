package dev.tagwerk.modelfiles;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The cache that Hugging Face's tools and module {@code hub} fill: {@code
 * models--ORG--NAME/{refs,blobs,snapshots}}. Read only; nothing is downloaded.
 *
 * <p>Immutable.
 */
public final class HubCache {
    /** As {@code huggingface_hub}'s {@code validate_repo_id}. */
    private static final Pattern NAME =
            Pattern.compile("[A-Za-z0-9_]([A-Za-z0-9._-]*[A-Za-z0-9_])?");

    private static final int MAX_NAME = 96;
    private static final Pattern REVISION_PART =
            Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._+-]{0,200}");
    private static final Pattern COMMIT = Pattern.compile("[0-9a-f]{40}");

    private final Path folder;

    private HubCache(Path folder) {
        this.folder = folder;
    }

    /**
     * The cache that the environment points to: {@code HF_HUB_CACHE}, else {@code HF_HOME}/hub,
     * else {@code XDG_CACHE_HOME}/huggingface/hub, else ~/.cache/huggingface/hub.
     */
    public static HubCache fromEnvironment(Map<String, String> environment) {
        String home = environment.getOrDefault("HOME", "");
        for (String key : new String[] {"HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE"}) {
            String cache = environment.getOrDefault(key, "");
            if (!cache.isEmpty()) {
                return new HubCache(expanded(cache, home));
            }
        }
        return new HubCache(home(environment).resolve("hub"));
    }

    /**
     * Where Hugging Face's tools keep what is theirs: {@code HF_HOME}, else ~/.cache/huggingface.
     */
    public static Path home(Map<String, String> environment) {
        String home = environment.getOrDefault("HOME", "");
        String hfHome = environment.getOrDefault("HF_HOME", "");
        if (!hfHome.isEmpty()) {
            return expanded(hfHome, home);
        }
        String xdg = environment.getOrDefault("XDG_CACHE_HOME", "");
        Path caches = xdg.isEmpty() ? Path.of(home, ".cache") : expanded(xdg, home);
        return caches.resolve("huggingface");
    }

    private static Path expanded(String path, String home) {
        return path.equals("~") || path.startsWith("~/")
                ? Path.of(home + path.substring(1))
                : Path.of(path);
    }

    /** The folder that holds the cache; it need not exist. */
    public Path folder() {
        return folder;
    }

    /**
     * The folder of a model at a revision; empty when it is not in the cache.
     *
     * @param repository {@code org/name}, or {@code name}
     * @param revision a branch, a tag or a commit; {@code main} when empty
     * @throws ModelFilesException when repository or revision cannot be one
     */
    public Optional<Path> snapshot(String repository, Optional<String> revision) {
        Path model = modelFolder(repository);
        String wanted = checkedRevision(revision.orElse("main"));
        String commit = wanted;
        Path reference = model.resolve("refs").resolve(wanted);
        if (Files.isRegularFile(reference)) {
            commit = Json.text(reference, 1024).strip();
            if (!COMMIT.matcher(commit).matches()) {
                throw ModelFilesException.of(
                        reference,
                        "does not hold a commit but '%s'".formatted(Messages.shortened(commit)),
                        "fetch the model again");
            }
        } else if (wanted.contains("/")) {
            return Optional.empty();
        }
        Path snapshot = model.resolve("snapshots").resolve(commit);
        return Files.isDirectory(snapshot) ? Optional.of(snapshot) : Optional.empty();
    }

    /**
     * The folder of a model at a revision.
     *
     * @throws ModelFilesException when it is not in the cache; the message names the folder
     *     searched
     */
    public Path required(String repository, Optional<String> revision) {
        return snapshot(repository, revision).orElseThrow(() -> missing(repository, revision));
    }

    private ModelFilesException missing(String repository, Optional<String> revision) {
        Path model = modelFolder(repository);
        String wanted = revision.orElse("main");
        String there =
                !Files.isDirectory(model)
                        ? "does not exist"
                        : hasSnapshots(model)
                                ? "holds other revisions only"
                                : "holds a download that was not finished";
        return new ModelFilesException(
                ("%s@%s is not in the local cache: %s %s; fetch it with"
                                + " `tagwerk models pull %s%s`, or give a folder")
                        .formatted(
                                repository,
                                wanted,
                                model,
                                there,
                                repository,
                                wanted.equals("main") ? "" : "@" + wanted));
    }

    private static boolean hasSnapshots(Path model) {
        try (Stream<Path> snapshots = Files.list(model.resolve("snapshots"))) {
            return snapshots.findAny().isPresent();
        } catch (IOException none) {
            return false;
        }
    }

    /**
     * Where a model's revisions lie: {@code models--ORG--NAME}; it need not exist.
     *
     * @param repository {@code org/name}, or {@code name}
     * @throws ModelFilesException when it cannot be the name of a repository
     */
    public Path modelFolder(String repository) {
        String[] parts = repository.split("/", -1);
        boolean fine = parts.length <= 2 && repository.length() <= MAX_NAME;
        for (String part : parts) {
            fine &=
                    NAME.matcher(part).matches()
                            && !part.contains("--")
                            && !part.contains("..")
                            && !part.endsWith(".git");
        }
        if (!fine) {
            throw new ModelFilesException(
                    "'%s' cannot be the name of a model on the hub; write org/name"
                            .formatted(Messages.shortened(repository)));
        }
        return folder.resolve("models--" + String.join("--", parts));
    }

    /**
     * A branch, a tag or a commit that stays one folder's name after another.
     *
     * @throws ModelFilesException when it cannot be one
     */
    public static String checkedRevision(String revision) {
        for (String part : revision.split("/", -1)) {
            if (!REVISION_PART.matcher(part).matches()) {
                throw new ModelFilesException(
                        "'%s' cannot be a revision; write a branch, a tag or a commit"
                                .formatted(Messages.shortened(revision)));
            }
        }
        return revision;
    }
}
