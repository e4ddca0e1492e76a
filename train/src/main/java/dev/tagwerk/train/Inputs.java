package dev.tagwerk.train;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tagwerk.modelfiles.ChatTemplate;
import dev.tagwerk.modelfiles.ModelFolder;
import dev.tagwerk.spec.ChatTemplateRef;
import dev.tagwerk.spec.DataRef;
import dev.tagwerk.spec.JobJson;
import dev.tagwerk.spec.TrainingJob;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Everything that decides what a run computes: job, data files, base model.
 *
 * @param digest one digest over all of it
 * @param data the sha256, in hex, of each data file, by the job's key for it; under {@code
 *     data.chat_template} that of the template, the model's own too, once rows are written with it
 */
record Inputs(String digest, Map<String, String> data) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int BUFFER = 1 << 16;
    private static final String TRAIN = "data.train";
    private static final String VALIDATION = "data.validation";
    private static final String TEMPLATE = "data.chat_template";

    Inputs {
        data = Collections.unmodifiableMap(new LinkedHashMap<>(data));
    }

    /**
     * Reads every data file once.
     *
     * @throws TrainException when one cannot be read, or is not the one that the job asks for
     */
    static Inputs of(TrainingJob job, ModelFolder base) {
        Map<String, String> data = data(job);
        pinned(TRAIN, job.data().train(), data);
        job.data().validation().ifPresent(ref -> pinned(VALIDATION, ref, data));
        MessageDigest sha256 = sha256();
        sha256.update(deciding(job).getBytes(StandardCharsets.UTF_8));
        data.values().forEach(digest -> sha256.update(HexFormat.of().parseHex(digest)));
        sha256.update(base.digest().getBytes(StandardCharsets.UTF_8));
        return new Inputs(HexFormat.of().formatHex(sha256.digest()), data);
    }

    /**
     * Whether the files are still those of before: rows read in between are then theirs.
     *
     * @throws TrainException when one has changed
     */
    void requireUnchanged(TrainingJob job) {
        data(job)
                .forEach(
                        (key, digest) -> {
                            if (!digest.equals(data.get(key))) {
                                throw new TrainException(
                                        "data_changed",
                                        key
                                                + " was changed while it was read, so nobody could"
                                                + " say what the model learnt from; start again"
                                                + " when the file is complete");
                            }
                        });
    }

    /**
     * The same, as a result records it: with the template that conversations were written with, or
     * with none, where the rows were no conversations.
     */
    Inputs writtenWith(Optional<ChatTemplate> template) {
        Map<String, String> named = new LinkedHashMap<>(data);
        if (template.isEmpty()) {
            named.remove(TEMPLATE);
        } else {
            named.computeIfAbsent(TEMPLATE, key -> digest(template.get().source()));
        }
        return new Inputs(digest, named);
    }

    private static Map<String, String> data(TrainingJob job) {
        Map<String, String> data = new LinkedHashMap<>();
        data.put(TRAIN, digest(job.data().train().file()));
        job.data().validation().ifPresent(ref -> data.put(VALIDATION, digest(ref.file())));
        job.recipe()
                .decision()
                .teacher()
                .ifPresent(file -> data.put("recipe.teacher", digest(file)));
        if (job.data().chatTemplate().orElse(null) instanceof ChatTemplateRef.File template) {
            data.put(TEMPLATE, digest(template.path()));
        }
        return data;
    }

    private static void pinned(String key, DataRef ref, Map<String, String> data) {
        Optional<String> wanted =
                ref instanceof DataRef.File file ? file.sha256() : Optional.empty();
        if (wanted.isPresent() && !wanted.get().equals(data.get(key))) {
            throw new TrainException(
                    "other_data",
                    key
                            + " is not the data that the job asks for: "
                            + ref.file()
                            + " has the sha256 "
                            + data.get(key)
                            + ", wanted is "
                            + wanted.get());
        }
    }

    /**
     * The job without what may change between attempts: names, places, machine, time, checkpoints,
     * and which of the evaluated weights are taken in the end. Files count by their content, not
     * their path.
     */
    private static String deciding(TrainingJob job) {
        try {
            ObjectNode node = (ObjectNode) JSON.readTree(JobJson.write(job));
            node.remove(List.of("name", "model", "max_duration", "checkpoints", "resources"));
            ((ObjectNode) node.required("recipe")).remove(List.of("keep_best", "teacher"));
            ObjectNode data = (ObjectNode) node.required("data");
            data.remove(List.of("train", "validation"));
            if (job.data().chatTemplate().orElse(null) instanceof ChatTemplateRef.File) {
                data.remove("chat_template");
            }
            return node.toString();
        } catch (IOException e) {
            throw new TrainException("job_unreadable", "the job is no JSON: " + e.getMessage(), e);
        }
    }

    private static String digest(String text) {
        return HexFormat.of().formatHex(sha256().digest(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static String digest(Path file) {
        MessageDigest sha256 = sha256();
        try (InputStream in = Files.newInputStream(file)) {
            byte[] buffer = new byte[BUFFER];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                sha256.update(buffer, 0, read);
            }
            return HexFormat.of().formatHex(sha256.digest());
        } catch (IOException e) {
            throw new TrainException("no_data", "cannot read " + file + ": " + e.getMessage(), e);
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
