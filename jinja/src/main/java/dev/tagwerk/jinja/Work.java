package dev.tagwerk.jinja;

import java.util.function.LongSupplier;

/** What one rendering has cost so far; a fault when it costs more than allowed. */
final class Work {
    /** Texts may be kept in lists: together they are bounded too. */
    private static final int TEXTS_OF_FULL_LENGTH = 32;

    private static final int CHARACTERS_PER_STEP = 16;
    private static final int STEPS_PER_LOOK_AT_THE_CLOCK = 4_096;

    private final Limits limits;
    private final LongSupplier nanoTime;
    private final long started;
    private long done;
    private long made;
    private long nextLook = STEPS_PER_LOOK_AT_THE_CLOCK;
    private int depth;

    Work(Limits limits, LongSupplier nanoTime) {
        this.limits = limits;
        this.nanoTime = nanoTime;
        this.started = nanoTime.getAsLong();
    }

    void spend(long steps) {
        done += steps;
        if (done > limits.work()) {
            throw new Fault("the template does not end within " + limits.work() + " steps of work");
        }
        if (done >= nextLook) {
            nextLook = done + STEPS_PER_LOOK_AT_THE_CLOCK;
            if (nanoTime.getAsLong() - started > limits.time().toNanos()) {
                throw new Fault(
                        "the template does not end within " + limits.time().toSeconds() + " s");
            }
        }
    }

    /** Looking through or making so many characters. */
    void spendCharacters(long characters) {
        spend(1 + characters / CHARACTERS_PER_STEP);
    }

    /** To be asked before a text of this length is made. */
    void fits(long characters) {
        made += characters;
        if (characters > limits.characters()
                || made > (long) TEXTS_OF_FULL_LENGTH * limits.characters()) {
            throw tooLong();
        }
        spendCharacters(characters);
    }

    /** To be asked while a text grows. */
    void longest(long characters) {
        if (characters > limits.characters()) {
            throw tooLong();
        }
    }

    private Fault tooLong() {
        return new Fault(
                "the template makes texts of more than " + limits.characters() + " characters");
    }

    /** To be asked before a list of this length is made. */
    void fitsItems(long items) {
        fits(items);
        spend(items);
    }

    Value.Text text(String made) {
        fits(made.length());
        return new Value.Text(made);
    }

    /** One level deeper; {@link #leave} goes back up. */
    void enter() {
        spend(1);
        if (++depth > limits.depth()) {
            throw new Fault("the template is nested deeper than " + limits.depth() + " levels");
        }
    }

    void leave() {
        depth--;
    }
}
