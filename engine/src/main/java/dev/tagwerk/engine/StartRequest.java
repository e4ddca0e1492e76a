package dev.tagwerk.engine;

/**
 * A job to run.
 *
 * @param name the job's name; the run's id begins with it
 * @param origin the job file as the user named it
 * @param jobYaml the job as written
 * @param jobJson the job with all defaults and absolute paths, for the trainer
 * @param provider where to run it
 */
public record StartRequest(
        String name, String origin, String jobYaml, String jobJson, String provider) {
    public StartRequest {
        if (name.isBlank()) {
            throw new IllegalArgumentException("name: must not be empty");
        }
        if (jobJson.isBlank()) {
            throw new IllegalArgumentException("jobJson: must not be empty");
        }
    }
}
