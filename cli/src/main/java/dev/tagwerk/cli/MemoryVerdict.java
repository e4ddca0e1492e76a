package dev.tagwerk.cli;

import dev.tagwerk.modelfiles.MemoryEstimate;

/** Whether an estimate fits into what there is. */
enum MemoryVerdict {
    FITS("fits"),
    /** Pages of files will be dropped and read again and again. */
    SLOW("fits only slowly: the weights' pages will be read from disk again and again"),
    EXCEEDS("does not fit");

    private final String words;

    MemoryVerdict(String words) {
        this.words = words;
    }

    String words() {
        return words;
    }

    static MemoryVerdict inMain(MemoryEstimate estimate, long available) {
        if (estimate.unreclaimableBytes() > available) {
            return EXCEEDS;
        }
        return estimate.mainBytes() > available ? SLOW : FITS;
    }

    static MemoryVerdict onCard(MemoryEstimate estimate, long available) {
        return estimate.cardBytes() > available ? EXCEEDS : FITS;
    }
}
