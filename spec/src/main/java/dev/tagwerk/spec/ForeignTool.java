package dev.tagwerk.spec;

import java.util.Arrays;
import java.util.Optional;

/** A trainer whose configurations can be read. */
public enum ForeignTool {
    AXOLOTL("axolotl", "axolotl"),
    LLAMA_FACTORY("llama-factory", "LLaMA-Factory"),
    TRL("trl", "TRL");

    private final String word;
    private final String title;

    ForeignTool(String word, String title) {
        this.word = word;
        this.title = title;
    }

    /** As it is typed. */
    public String word() {
        return word;
    }

    /** As its makers write it. */
    public String title() {
        return title;
    }

    /** The tool that a word means. */
    public static Optional<ForeignTool> of(String word) {
        return Arrays.stream(values()).filter(tool -> tool.word.equals(word)).findFirst();
    }
}
