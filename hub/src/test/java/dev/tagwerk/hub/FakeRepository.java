package dev.tagwerk.hub;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** A repository of the fake hub at one commit. */
public final class FakeRepository {
    /**
     * A file.
     *
     * @param large whether it lies at the blob host, as LFS and Xet files do
     */
    public record Entry(byte[] bytes, boolean large) {
        String sha256() {
            return hex("SHA-256", bytes);
        }

        String gitId() {
            byte[] content = large ? pointer() : bytes;
            byte[] head = ("blob " + content.length + "\0").getBytes(StandardCharsets.US_ASCII);
            byte[] object = new byte[head.length + content.length];
            System.arraycopy(head, 0, object, 0, head.length);
            System.arraycopy(content, 0, object, head.length, content.length);
            return hex("SHA-1", object);
        }

        private byte[] pointer() {
            return ("version https://git-lfs.github.com/spec/v1\noid sha256:"
                            + sha256()
                            + "\nsize "
                            + bytes.length
                            + "\n")
                    .getBytes(StandardCharsets.US_ASCII);
        }

        String etag() {
            return large ? sha256() : gitId();
        }
    }

    final String name;
    final String commit;
    final Map<String, Entry> files = new TreeMap<>();
    final Map<String, String> revisions = new LinkedHashMap<>();
    String card = "{\"license\":\"apache-2.0\"}";
    String gated = "false";

    public FakeRepository(String name, String commit) {
        this.name = name;
        this.commit = commit;
        revisions.put("main", commit);
        revisions.put(commit, commit);
    }

    /** A small model: configuration, tokenizer, two shards, and what is not taken. */
    public static FakeRepository tiny(String name) {
        FakeRepository repository =
                new FakeRepository(name, "0123456789abcdef0123456789abcdef01234567");
        repository
                .small("config.json", "{\"model_type\": \"llama\"}\n")
                .small("tokenizer.json", "{\"version\": \"1.0\"}\n")
                .small("README.md", "---\nlicense: apache-2.0\n---\n# Tiny\n")
                .small("LICENSE", "Apache License\n")
                .small("added_tokens.json", "")
                .small("additional_chat_templates/tool use.jinja", "{{ messages }}\n")
                .small("model.safetensors.index.json", "{\"weight_map\": {}}\n")
                .large("model-00001-of-00002.safetensors", bytes(1, 300_000))
                .large("model-00002-of-00002.safetensors", bytes(2, 170_001))
                .large("pytorch_model.bin", bytes(3, 5_000))
                .large("original/consolidated.00.pth", bytes(4, 5_000))
                .large("onnx/model.onnx", bytes(5, 5_000))
                .small("modeling_tiny.py", "print('never')\n");
        return repository;
    }

    /** Adds a file that the hub itself serves. */
    public FakeRepository small(String path, String text) {
        return small(path, text.getBytes(StandardCharsets.UTF_8));
    }

    public FakeRepository small(String path, byte[] bytes) {
        files.put(path, new Entry(bytes, false));
        return this;
    }

    /** Adds a file that lies at the blob host. */
    public FakeRepository large(String path, byte[] bytes) {
        files.put(path, new Entry(bytes, true));
        return this;
    }

    FakeRepository without(String... paths) {
        for (String path : paths) {
            files.remove(path);
        }
        return this;
    }

    FakeRepository revision(String revision) {
        revisions.put(revision, commit);
        return this;
    }

    static byte[] bytes(long seed, int count) {
        byte[] bytes = new byte[count];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    static String hex(String algorithm, byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance(algorithm).digest(bytes));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
