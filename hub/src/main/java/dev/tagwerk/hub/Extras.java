package dev.tagwerk.hub;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/** Small files that spare the hub's own tools a request, in their formats. */
final class Extras {
    /** What {@code transformers} looks for in every model. */
    private static final List<String> LOOKED_FOR =
            List.of(
                    "adapter_config.json",
                    "added_tokens.json",
                    "chat_template.jinja",
                    "chat_template.json",
                    "generation_config.json",
                    "model.safetensors",
                    "model.safetensors.index.json",
                    "processor_config.json",
                    "special_tokens_map.json",
                    "tokenizer.json",
                    "tokenizer_config.json");

    private final RepositoryFolder folder;
    private final Listing listing;

    Extras(RepositoryFolder folder, Listing listing) {
        this.folder = folder;
        this.listing = listing;
    }

    /** Marks as absent what is often looked for and the commit does not have. */
    void absences() throws IOException {
        List<String> there = listing.files().stream().map(file -> file.path().text()).toList();
        for (String name : LOOKED_FOR) {
            Path mark = folder.noExist(listing.commit()).resolve(name);
            if (!there.contains(name) && !Files.exists(mark)) {
                Files.createDirectories(Objects.requireNonNull(mark.getParent()));
                Files.writeString(mark, "");
            }
        }
    }

    /**
     * The list of all files. Only when all were pulled: the hub's client takes a snapshot that
     * lacks a listed file for a broken one.
     */
    void tree() throws IOException {
        Path file = folder.tree(listing.commit());
        if (Files.exists(file)) {
            return;
        }
        ObjectNode root = HubJson.make().put("format_version", 1);
        ObjectNode files = root.putObject("files");
        for (RepositoryFile one : listing.files()) {
            ObjectNode entry = files.putObject(one.path().text());
            entry.put("size", one.size()).put("blob_id", one.gitId());
            if (one.large()) {
                entry.put("lfs_sha256", one.digest().hex()).put("lfs_size", one.size());
            }
        }
        WholeFile.write(file, HubJson.pretty(root));
    }

    /** Tells backup programs that the cache can be fetched again (https://bford.info/cachedir/). */
    static void cacheTag(Path cache) throws IOException {
        Path tag = cache.resolve("CACHEDIR.TAG");
        if (!Files.exists(tag)) {
            WholeFile.write(
                    tag,
                    "Signature: 8a477f597d28d172789f06886806bc55\n"
                            + "# This file is a cache directory tag.\n"
                            + "# See https://bford.info/cachedir/ for what it means.\n");
        }
    }
}
