package dev.tagwerk.engine;

import dev.tagwerk.runfolder.Event;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;

/**
 * A run's history as a TensorBoard event file: scalars {@code train/loss}, {@code
 * train/learning_rate}, {@code train/grad_norm}, {@code train/tokens_per_second}, {@code eval/loss}
 * and one per metric.
 *
 * <p>Source of the format: TensorFlow's {@code core/util/event.proto}, {@code
 * core/framework/summary.proto} and {@code core/lib/io/record_writer.h}. The few messages needed
 * are encoded by hand instead of bringing TensorFlow's protobufs along.
 */
public final class TensorBoardExport {
    private static final String FILE_VERSION = "brain.Event:2";

    private TensorBoardExport() {}

    /**
     * Writes {@code events.out.tfevents.<seconds>.tagwerk} into a folder, which is created.
     *
     * @return the file
     */
    public static Path write(Path folder, History history) {
        Path file = folder.resolve(fileName(history));
        try {
            Files.createDirectories(folder);
            Files.write(file, bytes(history));
        } catch (IOException failure) {
            throw new EngineException(
                    "export_failed",
                    EngineException.Category.USER,
                    "Cannot write "
                            + file
                            + ": "
                            + failure.getMessage()
                            + ". Choose another folder for the export.",
                    failure);
        }
        return file;
    }

    private static String fileName(History history) {
        return "events.out.tfevents." + start(history).getEpochSecond() + ".tagwerk";
    }

    private static Instant start(History history) {
        return history.steps().isEmpty() ? Instant.EPOCH : history.steps().getFirst().at();
    }

    static byte[] bytes(History history) {
        RecordWriter records = new RecordWriter();
        ProtoWriter version = event(start(history), 0);
        version.text(3, FILE_VERSION);
        records.add(version.bytes());
        for (Event.Step step : history.steps()) {
            scalar(records, step.at(), step.step(), "train/loss", step.loss());
            scalar(records, step.at(), step.step(), "train/learning_rate", step.learningRate());
            scalar(records, step.at(), step.step(), "train/grad_norm", step.gradNorm());
            if (step.seconds() > 0) {
                double speed = step.tokens() / step.seconds();
                scalar(records, step.at(), step.step(), "train/tokens_per_second", speed);
            }
        }
        for (Event.Evaluated evaluated : history.evaluations()) {
            scalar(records, evaluated.at(), evaluated.step(), "eval/loss", evaluated.loss());
            for (Map.Entry<String, Double> metric : evaluated.metrics().entrySet()) {
                String tag = "eval/" + metric.getKey();
                scalar(records, evaluated.at(), evaluated.step(), tag, metric.getValue());
            }
        }
        return records.bytes();
    }

    private static ProtoWriter event(Instant at, int step) {
        ProtoWriter event = new ProtoWriter();
        event.fixed64(1, at.getEpochSecond() + at.getNano() / 1e9);
        event.varint(2, step);
        return event;
    }

    private static void scalar(
            RecordWriter records, Instant at, int step, String tag, double number) {
        ProtoWriter value = new ProtoWriter();
        value.text(1, tag);
        value.fixed32(2, (float) number);
        ProtoWriter summary = new ProtoWriter();
        summary.message(1, value);
        ProtoWriter event = event(at, step);
        event.message(5, summary);
        records.add(event.bytes());
    }
}
