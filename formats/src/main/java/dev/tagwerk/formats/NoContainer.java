package dev.tagwerk.formats;

/** Ends an import: the workload is nothing that a container job can be. */
final class NoContainer extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String remedy;

    NoContainer(String why, String remedy) {
        super(why, null, false, false);
        this.remedy = remedy;
    }

    String remedy() {
        return remedy;
    }
}
