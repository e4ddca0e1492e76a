package dev.tagwerk.quote;

/** Where the time of a run goes, in its order. */
public enum Phase {
    START("start", "machine, image pull, container: billed"),
    LOAD("model load", "weights from the mounted cache, data encoded"),
    TRAINING("training", "all steps"),
    EVALUATION("evaluation", "held-out rows, during training and at its end"),
    CHECKPOINTS("checkpoints", "written to the mounted share"),
    END("end", "adapter written, container stopped"),
    WHOLE("the job", "as stated"),
    PREEMPTIONS("preemptions", "start and load again, and half a checkpoint interval each"),
    FAILED_STARTS("failed starts", "start and load of an attempt that then fails");

    private final String words;
    private final String meaning;

    Phase(String words, String meaning) {
        this.words = words;
        this.meaning = meaning;
    }

    public String words() {
        return words;
    }

    public String meaning() {
        return meaning;
    }

    /** For machines: "failed_starts". */
    public String key() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
