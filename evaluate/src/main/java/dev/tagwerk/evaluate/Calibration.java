package dev.tagwerk.evaluate;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tagwerk.data.DataFile;
import dev.tagwerk.data.DecisionRow;
import dev.tagwerk.data.Encoder;
import dev.tagwerk.data.QuestionKind;
import dev.tagwerk.data.ReadRows;
import dev.tagwerk.model.Placement;
import dev.tagwerk.spec.DataFormat;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * One temperature per kind of question, fitted on rows that the model was not trained on.
 *
 * @param data the rows' file
 * @param notes what a reader should know about the file
 * @param fits one per kind that occurs
 * @param written the description that now holds the temperatures; empty when none could be fitted
 */
public record Calibration(
        Path data, List<String> notes, List<TemperatureFit> fits, Optional<Path> written) {
    private static final int BATCH_SIZE = 32;

    public Calibration {
        notes = List.copyOf(notes);
        fits = List.copyOf(fits);
    }

    /**
     * Fits temperatures and writes them into the model's description. A kind whose rows do not
     * determine one keeps the temperature that it had.
     *
     * @throws EvaluateException when the model has no head, or no row fits it
     */
    public static Calibration run(
            ModelSource source,
            Path data,
            Placement placement,
            Instant now,
            Evaluation.Progress progress) {
        ReadRows read = DataFile.read(data, DataFormat.DECISION);
        Map<QuestionKind, List<TemperatureFit.Row>> rows = new EnumMap<>(QuestionKind.class);
        TestRows test;
        try (Decider decider = Decider.open(source, placement, Reading.HEAD)) {
            test =
                    TestRows.of(
                            read,
                            new Encoder(decider.tokenizer(), decider.maxLength()),
                            Integer.MAX_VALUE);
            int count = test.rows().size();
            List<double[]> logits =
                    DecisionScoring.canonical(
                            decider,
                            test.rows(),
                            BATCH_SIZE,
                            done -> progress.at("calibration", done, count));
            for (int i = 0; i < count; i++) {
                DecisionRow row = test.rows().get(i);
                rows.computeIfAbsent(row.kind(), kind -> new ArrayList<>())
                        .add(new TemperatureFit.Row(logits.get(i), row.label()));
            }
        }
        List<TemperatureFit> fits = new ArrayList<>();
        rows.forEach(
                (kind, of) ->
                        fits.add(TemperatureFit.of(kind, of, source.config().temperature(kind))));
        Map<QuestionKind, Double> temperatures = new EnumMap<>(QuestionKind.class);
        for (TemperatureFit fit : fits) {
            if (fit instanceof TemperatureFit.Fitted fitted) {
                temperatures.put(fitted.kind(), fitted.temperature());
            }
        }
        Optional<Path> written =
                temperatures.isEmpty()
                        ? Optional.empty()
                        : Optional.of(
                                DeciderConfig.writeTemperatures(
                                        source.folder(), temperatures, note(data, fits, now)));
        return new Calibration(data, test.notes(), fits, written);
    }

    /** Whether a temperature was fitted for every kind that occurs. */
    public boolean complete() {
        return fits.stream().allMatch(fit -> fit instanceof TemperatureFit.Fitted);
    }

    private static ObjectNode note(Path data, List<TemperatureFit> fits, Instant now) {
        ObjectNode note = JsonNodeFactory.instance.objectNode();
        note.put("data", String.valueOf(data.getFileName()));
        note.put("data_sha256", sha256(data));
        note.put("fitted_at", now.toString());
        ObjectNode rows = note.putObject("rows");
        for (TemperatureFit fit : fits) {
            if (fit instanceof TemperatureFit.Fitted fitted) {
                rows.put(fitted.kind().word(), fitted.rows());
            }
        }
        return note;
    }

    private static String sha256(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            byte[] buffer = new byte[1 << 16];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                digest.update(buffer, 0, read);
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (IOException e) {
            throw new EvaluateException("Cannot read " + file + ": " + e, e);
        } catch (NoSuchAlgorithmException e) {
            throw new EvaluateException("every Java has SHA-256", e);
        }
    }

    /** For a terminal. */
    public String text() {
        StringBuilder out = new StringBuilder();
        notes.forEach(note -> out.append(note).append('\n'));
        for (TemperatureFit fit : fits) {
            switch (fit) {
                case TemperatureFit.Fitted fitted ->
                        out.append(
                                String.format(
                                        Locale.ROOT,
                                        "%-7s temperature %.3f  (%d rows: NLL %.4f -> %.4f, ECE %.4f ->"
                                                + " %.4f)\n",
                                        fitted.kind().word(),
                                        fitted.temperature(),
                                        fitted.rows(),
                                        fitted.lossBefore(),
                                        fitted.lossAfter(),
                                        fitted.calibrationErrorBefore(),
                                        fitted.calibrationErrorAfter()));
                case TemperatureFit.Refused refused ->
                        out.append(
                                String.format(
                                        Locale.ROOT,
                                        "%-7s unchanged: %s\n",
                                        refused.kind().word(),
                                        refused.reason()));
            }
        }
        return out.toString();
    }

    /** For programs. */
    public String json() {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("data", data.toString());
        notes.forEach(root.putArray("notes")::add);
        ObjectNode kinds = root.putObject("kinds");
        for (TemperatureFit fit : fits) {
            ObjectNode kind = kinds.putObject(fit.kind().word());
            kind.put("rows", fit.rows());
            switch (fit) {
                case TemperatureFit.Fitted fitted ->
                        kind.put("temperature", fitted.temperature())
                                .put("negative_log_likelihood_before", fitted.lossBefore())
                                .put("negative_log_likelihood_after", fitted.lossAfter())
                                .put(
                                        "expected_calibration_error_before",
                                        fitted.calibrationErrorBefore())
                                .put(
                                        "expected_calibration_error_after",
                                        fitted.calibrationErrorAfter());
                case TemperatureFit.Refused refused -> kind.put("refused", refused.reason());
            }
        }
        written.ifPresent(file -> root.put("written", file.toString()));
        return EvaluationJson.pretty(root);
    }
}
