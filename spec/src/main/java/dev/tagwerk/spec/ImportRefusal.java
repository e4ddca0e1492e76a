package dev.tagwerk.spec;

/** Ends an import: what the configuration asks for is not what a job can do. */
final class ImportRefusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String remedy;

    ImportRefusal(String why, String remedy) {
        super(why, null, false, false);
        this.remedy = remedy;
    }

    String remedy() {
        return remedy;
    }
}
