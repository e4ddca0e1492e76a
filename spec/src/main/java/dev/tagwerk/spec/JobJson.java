package dev.tagwerk.spec;

/** Resolved jobs as JSON, with the keys of the YAML language: what the controller hands the trainer. */
public final class JobJson {
    private JobJson() {}

    /** One job as JSON; every path in it must be absolute. */
    public static String write(Job job) {
        throw new SpecException("not yet " + job.name());
    }

    /**
     * Reads what {@link #write} wrote.
     *
     * @throws SpecException naming every problem
     */
    public static Job read(String json) {
        throw new SpecException("not yet " + json);
    }
}
