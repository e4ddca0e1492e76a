package dev.tagwerk.hub;

/** Hears how a pull goes on; called from several threads. */
public interface PullListener {
    /** Bytes that arrived; negative when some must be fetched anew. */
    void bytes(long more);

    /** Something worth a line: a retry, a wait. */
    void note(String line);

    /** Hears nothing. */
    PullListener SILENT =
            new PullListener() {
                @Override
                public void bytes(long more) {}

                @Override
                public void note(String line) {}
            };
}
