package dev.tagwerk.runfolder;

/** Whether a checkpoint's files are exactly those that were written. */
public sealed interface Verification {
    record Intact() implements Verification {}

    record Damaged(String reason) implements Verification {}

    default boolean intact() {
        return this instanceof Intact;
    }
}
