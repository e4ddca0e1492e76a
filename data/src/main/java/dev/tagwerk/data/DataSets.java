package dev.tagwerk.data;

import dev.tagwerk.spec.Columns;
import dev.tagwerk.spec.DataFormat;
import dev.tagwerk.spec.DataRef;
import dev.tagwerk.spec.DatasetInfo;
import dev.tagwerk.spec.EvaluationJob;
import dev.tagwerk.spec.TrainingData;
import dev.tagwerk.spec.TrainingJob;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Finds the files behind what a job says of its data: data sets kept in the workspace, entries of a
 * {@code dataset_info.json}. What comes out names files by their full path, and those from the
 * workspace by their digest as well.
 */
public final class DataSets {
    private final DataStore store;

    /**
     * @param store where the workspace keeps its data sets
     */
    public DataSets(DataStore store) {
        this.store = store;
    }

    /** A file, its shape and its columns. */
    public record Source(DataRef ref, DataFormat format, Columns columns) {
        /** A file that tells all by itself. */
        public static Source of(Path file) {
            return new Source(new DataRef.File(file), DataFormat.AUTO, Columns.none());
        }

        /** Whether anything is said of how the rows are to be read. */
        public boolean told() {
            return format != DataFormat.AUTO || !columns.isEmpty();
        }
    }

    /**
     * The job with files only.
     *
     * @throws DataException when something it names is not there, or was changed
     */
    public TrainingJob resolve(TrainingJob job) {
        TrainingData data = job.data();
        Source train = source(data.train(), data.format(), data.columns(), data.datasetInfo());
        return new TrainingJob(
                job.name(),
                job.model(),
                job.task(),
                job.recipe(),
                new TrainingData(
                        train.ref(),
                        data.validation().map(ref -> validation(ref, data, train)),
                        data.validationFraction(),
                        train.format(),
                        train.columns(),
                        Optional.empty(),
                        data.chatTemplate()),
                job.checkpoints(),
                job.resources(),
                job.maxDuration(),
                job.terms());
    }

    /**
     * The job with files only.
     *
     * @throws DataException when something it names is not there, or was changed
     */
    public EvaluationJob resolve(EvaluationJob job) {
        Source test = source(job.data(), job.format(), job.columns(), job.datasetInfo());
        return new EvaluationJob(
                job.name(),
                job.model(),
                job.adapter(),
                job.task(),
                test.ref(),
                test.format(),
                test.columns(),
                Optional.empty(),
                job.chatTemplate(),
                job.maxLength(),
                job.batchSize(),
                job.precision(),
                job.resources(),
                job.head(),
                job.regrets(),
                job.compareBase(),
                job.bootstrapSamples(),
                job.seed(),
                job.terms());
    }

    /** Both files of a job are read alike. */
    private DataRef validation(DataRef ref, TrainingData data, Source train) {
        Source held = told(ref, data.format(), data.columns());
        boolean own = held.told() && !data.columns().equals(held.columns());
        if (own && !held.columns().equals(train.columns())) {
            throw new DataException(
                    "data.validation: "
                            + ref
                            + " was pushed with "
                            + Words.columns(held.columns())
                            + ", but data.train is read with "
                            + Words.columns(train.columns())
                            + ", and a job reads both alike; push one of them with the names of the"
                            + " other, or name data.columns in the job");
        }
        return held.ref();
    }

    /**
     * What a reference, and an entry where one is named, mean. A data set that was pushed with its
     * shape or columns is read with them, unless others are named.
     */
    public Source source(
            DataRef ref, DataFormat format, Columns columns, Optional<DatasetInfo> info) {
        if (info.isEmpty()) {
            return told(ref, format, columns);
        }
        DatasetInfoFile entry = DatasetInfoFile.read(info.get());
        DataRef listed = ref;
        if (ref instanceof DataRef.Listed) {
            if (entry.file().toString().isEmpty()) {
                throw new DataException(
                        info.get().file()
                                + "#"
                                + info.get().name()
                                + " names no file_name, and this version reads files of this"
                                + " machine only; download the data and name it with data.train");
            }
            listed = new DataRef.File(entry.file().toAbsolutePath().normalize());
        }
        return new Source(
                file(listed), format == DataFormat.AUTO ? entry.format() : format, entry.columns());
    }

    private Source told(DataRef ref, DataFormat format, Columns columns) {
        if (ref instanceof DataRef.Stored stored) {
            DataVersion version = store.versions().of(stored);
            boolean asPushed =
                    columns.isEmpty() && (format == DataFormat.AUTO || format == version.readAs());
            return new Source(
                    file(ref),
                    asPushed ? version.readAs() : format,
                    asPushed ? version.columns() : columns);
        }
        return new Source(file(ref), format, columns);
    }

    /** The file that a reference means. */
    public DataRef file(DataRef ref) {
        return switch (ref) {
            case DataRef.File file -> file;
            case DataRef.Stored stored -> {
                DataVersion version = store.versions().of(stored);
                Path bytes = store.intact(version);
                yield new DataRef.File(bytes, Optional.of(version.sha256()));
            }
            case DataRef.Listed listed -> throw new DataException(listed + " is not known here");
        };
    }
}
