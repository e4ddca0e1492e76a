package dev.tagwerk.modelfiles;

/** Which bias vectors an adapter carries in place of the base's: PEFT's {@code bias}. */
public enum AdapterBias {
    /** None. */
    NONE("none"),
    /** Every one of the model. */
    ALL("all"),
    /** Those of the modules with LoRA pairs. */
    LORA_ONLY("lora_only");

    private final String word;

    AdapterBias(String word) {
        this.word = word;
    }

    /** As it stands in the file. */
    public String word() {
        return word;
    }
}
