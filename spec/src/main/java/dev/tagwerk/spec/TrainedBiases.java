package dev.tagwerk.spec;

/** Which of the base's bias vectors are trained beside the adapters. */
public enum TrainedBiases implements Word {
    /** None. */
    NONE("none"),
    /** Every one that the model has. */
    ALL("all"),
    /** Those of the linear layers with an adapter. */
    LORA_ONLY("lora_only");

    private final String word;

    TrainedBiases(String word) {
        this.word = word;
    }

    /** As PEFT spells it. */
    @Override
    public String word() {
        return word;
    }
}
