package dev.tagwerk.spec;

/** Turns the values of an evaluation job's keys into a record, and back. */
final class EvaluationValues {
    private EvaluationValues() {}

    static EvaluationJob job(Values values) {
        return new EvaluationJob(
                values.get(CommonKeys.NAME),
                values.get(CommonKeys.MODEL),
                values.find(EvaluationKeys.ADAPTER),
                values.get(CommonKeys.TASK),
                values.find(EvaluationKeys.TEST).orElseGet(DataRef.Listed::new),
                values.get(CommonKeys.FORMAT),
                values.get(CommonKeys.COLUMNS),
                values.find(CommonKeys.DATASET_INFO),
                values.find(CommonKeys.CHAT_TEMPLATE),
                values.whole(EvaluationKeys.MAX_LENGTH),
                values.whole(EvaluationKeys.BATCH_SIZE),
                values.get(EvaluationKeys.PRECISION),
                new Resources(values.get(CommonKeys.DEVICE), values.whole(CommonKeys.THREADS)),
                values.find(EvaluationKeys.HEAD),
                values.find(EvaluationKeys.REGRETS),
                values.get(EvaluationKeys.COMPARE_BASE),
                values.whole(EvaluationKeys.BOOTSTRAP_SAMPLES),
                values.get(EvaluationKeys.SEED),
                TermsKeys.terms(values, TermsKeys.OF_ROWS));
    }

    static Values of(EvaluationJob job) {
        Values values = new Values();
        TermsKeys.put(values, TermsKeys.OF_ROWS, job.terms());
        if (!(job.data() instanceof DataRef.Listed)) {
            values.put(EvaluationKeys.TEST, job.data());
        }
        return values.put(CommonKeys.KIND, Kind.EVALUATION)
                .put(CommonKeys.NAME, job.name())
                .put(CommonKeys.MODEL, job.model())
                .put(CommonKeys.TASK, job.task())
                .put(EvaluationKeys.ADAPTER, job.adapter())
                .put(EvaluationKeys.HEAD, job.head())
                .put(CommonKeys.FORMAT, job.format())
                .put(CommonKeys.COLUMNS, job.columns())
                .put(CommonKeys.DATASET_INFO, job.datasetInfo())
                .put(CommonKeys.CHAT_TEMPLATE, job.chatTemplate())
                .put(EvaluationKeys.REGRETS, job.regrets())
                .put(EvaluationKeys.MAX_LENGTH, (long) job.maxLength())
                .put(EvaluationKeys.BATCH_SIZE, (long) job.batchSize())
                .put(EvaluationKeys.PRECISION, job.precision())
                .put(EvaluationKeys.COMPARE_BASE, job.compareBase())
                .put(EvaluationKeys.BOOTSTRAP_SAMPLES, (long) job.bootstrapSamples())
                .put(EvaluationKeys.SEED, job.seed())
                .put(CommonKeys.DEVICE, job.resources().device())
                .put(CommonKeys.THREADS, (long) job.resources().threads());
    }
}
