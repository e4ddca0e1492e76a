package dev.tagwerk.spec;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The keys of an evaluation job. */
final class EvaluationKeys {
    private static final String DATA = CommonKeys.DATA;
    private static final String EVALUATION = "evaluation";

    static final Key<Path> ADAPTER =
            Key.of(
                            CommonKeys.TOP,
                            "adapter",
                            new FileType("an adapter's folder"),
                            "The tuned model: a PEFT folder.")
                    .optional();
    static final Key<Path> HEAD =
            Key.of(
                            CommonKeys.TOP,
                            "head",
                            new FileType("a head.safetensors file"),
                            "The decision head; without it, head.safetensors beside the adapter.")
                    .optional()
                    .only(Task.DECISION);
    static final Key<DataRef> TEST =
            Key.of(DATA, "test", new DataRefType(), "Rows the model has not seen.")
                    .unless(CommonKeys.DATASET_INFO);
    static final Key<Path> REGRETS =
            Key.of(
                            DATA,
                            "regrets",
                            new FileType("a JSONL file"),
                            "Side file with what each option of each row would cost.")
                    .optional()
                    .only(Task.DECISION);
    static final Key<Long> MAX_LENGTH =
            Key.of(
                            EVALUATION,
                            "max_length",
                            new WholeType(2, 1_048_576),
                            "Tokens per row; longer rows are dropped and counted.")
                    .or(1024L);
    static final Key<Long> BATCH_SIZE =
            Key.of(EVALUATION, "batch_size", new WholeType(1, 65_536), "Rows per forward pass.")
                    .or(8L);
    static final Key<Precision> PRECISION =
            Key.of(
                            EVALUATION,
                            "precision",
                            CommonKeys.PRECISIONS,
                            "Number format of the base's weights and products.")
                    .or(Precision.AUTO);
    static final Key<Boolean> COMPARE_BASE =
            Key.of(
                            EVALUATION,
                            "compare_base",
                            new FlagType(),
                            "Measure the base without the adapter, too.")
                    .or(true);
    static final Key<Long> BOOTSTRAP_SAMPLES =
            Key.of(
                            EVALUATION,
                            "bootstrap_samples",
                            new WholeType(100, 1_000_000),
                            "Resamples behind each interval.")
                    .or(2000L);
    static final Key<Long> SEED =
            Key.of(EVALUATION, "seed", new WholeType(0, Long.MAX_VALUE), "Start of the resampling.")
                    .or(42L);

    private EvaluationKeys() {}

    static KeyTable table() {
        Map<String, String> sections = new LinkedHashMap<>();
        sections.put(DATA, "What the model is measured on.");
        sections.put(EVALUATION, "How it is measured.");
        sections.put(CommonKeys.RESOURCES, "What the job computes on.");
        return new KeyTable(
                Kind.EVALUATION,
                sections,
                List.of(
                        CommonKeys.KIND,
                        CommonKeys.NAME,
                        CommonKeys.MODEL,
                        CommonKeys.TASK,
                        ADAPTER,
                        HEAD,
                        TermsKeys.BUDGET,
                        TermsKeys.RESIDENCY,
                        TermsKeys.NOT_UNDER,
                        TermsKeys.CERTIFIED,
                        CommonKeys.DATASET_INFO,
                        TEST,
                        CommonKeys.FORMAT,
                        CommonKeys.COLUMNS,
                        CommonKeys.CHAT_TEMPLATE,
                        REGRETS,
                        TermsKeys.OF_ROWS,
                        MAX_LENGTH,
                        BATCH_SIZE,
                        PRECISION,
                        COMPARE_BASE,
                        BOOTSTRAP_SAMPLES,
                        SEED,
                        CommonKeys.DEVICE,
                        CommonKeys.THREADS),
                List.of(new KeyTable.Either(CommonKeys.DATASET_INFO, CommonKeys.COLUMNS)));
    }
}
