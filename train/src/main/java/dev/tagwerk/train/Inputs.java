package dev.tagwerk.train;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tagwerk.modelfiles.ModelFolder;
import dev.tagwerk.spec.JobJson;
import dev.tagwerk.spec.TrainingJob;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** One digest over everything that decides what a run computes: job, data files, base model. */
final class Inputs {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int BUFFER = 1 << 16;

    private Inputs() {}

    static String digest(TrainingJob job, ModelFolder base) {
        MessageDigest sha256 = sha256();
        sha256.update(deciding(job).getBytes(StandardCharsets.UTF_8));
        List<Path> files = new ArrayList<>(List.of(job.data().train()));
        job.data().validation().ifPresent(files::add);
        job.recipe().decision().teacher().ifPresent(files::add);
        for (Path file : files) {
            sha256.update(digest(file));
        }
        sha256.update(base.digest().getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(sha256.digest());
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
            ((ObjectNode) node.required("data")).remove(List.of("train", "validation"));
            return node.toString();
        } catch (IOException e) {
            throw new TrainException("job_unreadable", "the job is no JSON: " + e.getMessage(), e);
        }
    }

    private static byte[] digest(Path file) {
        MessageDigest sha256 = sha256();
        try (InputStream in = Files.newInputStream(file)) {
            byte[] buffer = new byte[BUFFER];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                sha256.update(buffer, 0, read);
            }
            return sha256.digest();
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
