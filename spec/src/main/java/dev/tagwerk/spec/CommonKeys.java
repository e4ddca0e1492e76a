package dev.tagwerk.spec;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Keys that every kind of job has. */
final class CommonKeys {
    static final String TOP = "";
    static final String RESOURCES = "resources";
    static final String INPUTS = "inputs";

    static final WordType<DataFormat> FORMATS =
            WordType.of(DataFormat.class)
                    .later("preference")
                    .foreign(
                            Map.ofEntries(
                                    Map.entry("chat", "messages"),
                                    Map.entry("chat_template", "messages"),
                                    Map.entry("openai", "messages"),
                                    Map.entry("conversational", "messages"),
                                    Map.entry("conversations", "sharegpt"),
                                    Map.entry("instruction", "alpaca"),
                                    Map.entry("completion", "text"),
                                    Map.entry("jsonl", "auto"),
                                    Map.entry("json", "auto"),
                                    Map.entry("csv", "auto"),
                                    Map.entry("parquet", "auto")));
    static final WordType<Precision> PRECISIONS =
            WordType.of(Precision.class)
                    .foreign(
                            Map.of(
                                    "float32",
                                    "fp32",
                                    "float",
                                    "fp32",
                                    "bfloat16",
                                    "bf16",
                                    "float16",
                                    "fp16",
                                    "half",
                                    "fp16",
                                    "no",
                                    "fp32"));

    static final WordType<Kind> KINDS =
            WordType.of(Kind.class)
                    .later("batch", "sweep", "service", "pipeline", "notebook")
                    .foreign(
                            Map.of(
                                    "train",
                                    "training",
                                    "finetune",
                                    "training",
                                    "sft",
                                    "training",
                                    "task",
                                    "training",
                                    "eval",
                                    "evaluation"));

    static final Key<Kind> KIND = Key.of(TOP, "kind", KINDS, "What the job does.");
    static final Key<String> NAME =
            Key.of(
                            TOP,
                            "name",
                            new TextType(
                                    Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}"),
                                    "a name of up to 63 letters, digits, dots, dashes and"
                                            + " underscores that starts with a letter or digit"),
                            "What runs of this job are called.")
                    .or("the file's name", values -> Optional.empty());
    static final Key<ModelRef> MODEL =
            Key.of(
                    TOP,
                    "model",
                    new ModelType(),
                    "The base model: a folder, or organisation/name@revision from the local hub"
                            + " cache.");
    static final Key<Task> TASK =
            Key.of(
                    TOP,
                    "task",
                    WordType.of(Task.class)
                            .foreign(
                                    Map.of(
                                            "sft",
                                            "causal-lm",
                                            "CAUSAL_LM",
                                            "causal-lm",
                                            "clm",
                                            "causal-lm",
                                            "pt",
                                            "causal-lm",
                                            "lm",
                                            "causal-lm",
                                            "classification",
                                            "decision",
                                            "SEQ_CLS",
                                            "decision")),
                    "What the model learns: to answer typed questions by pointing at an option, or"
                            + " to continue text.");
    static final String DATA = "data";
    static final Key<DataFormat> FORMAT =
            Key.of(DATA, "format", FORMATS, "Shape of the rows; auto tells it from the first row.")
                    .or(DataFormat.AUTO);
    static final Key<Columns> COLUMNS =
            Key.of(DATA, "columns", new ColumnsType(), "What the file calls the parts of a row.")
                    .or(Columns.none())
                    .only(Task.CAUSAL_LM);
    static final Key<DatasetInfo> DATASET_INFO =
            Key.of(
                            DATA,
                            "dataset_info",
                            new DatasetInfoType(),
                            "An entry of LLaMA-Factory's list of data sets: file, shape and columns.")
                    .optional()
                    .only(Task.CAUSAL_LM);
    static final Key<ChatTemplateRef> CHAT_TEMPLATE =
            Key.of(
                            DATA,
                            "chat_template",
                            new ChatTemplateType(),
                            "How conversations are written, instead of the model's own template.")
                    .optional()
                    .only(Task.CAUSAL_LM);
    static final Key<Device> DEVICE =
            Key.of(
                            RESOURCES,
                            "device",
                            WordType.of(Device.class)
                                    .later("mps", "rocm", "xpu")
                                    .foreign(Map.of("gpu", "cuda")),
                            "Where to compute; auto takes a GPU when one can be used.")
                    .or(Device.AUTO);
    static final Key<Long> THREADS =
            Key.of(
                            RESOURCES,
                            "threads",
                            new WholeType(0, 1024),
                            "CPU threads of all processes together; 0 means one per core.")
                    .or(0L);
    static final Duration DEFAULT_PROCESS_TIMEOUT = Duration.ofMinutes(30);
    static final Key<Long> PROCESSES =
            Key.of(
                            RESOURCES,
                            "processes",
                            new WholeType(1, 64),
                            "Processes that train together on the processor; each holds a copy of"
                                    + " the model and takes its share of every batch.")
                    .or(1L);
    static final Key<Long> GPUS =
            Key.of(
                            RESOURCES,
                            "gpus",
                            new WholeType(1, 4),
                            "GPUs of this machine that train together, one process each; each holds"
                                    + " a copy of the model and takes its share of every batch.")
                    .optional();
    static final Key<Duration> PROCESS_TIMEOUT =
            Key.of(
                            RESOURCES,
                            "process_timeout",
                            new DurationType(Duration.ofDays(1)),
                            "Time after which a process that does not answer counts as lost.")
                    .or(DEFAULT_PROCESS_TIMEOUT);

    private CommonKeys() {}
}
