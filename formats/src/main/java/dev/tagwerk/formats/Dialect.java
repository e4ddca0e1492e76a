package dev.tagwerk.formats;

/** How the tool that a file is for takes an unquoted scalar. */
public enum Dialect {
    /** The core schema of YAML 1.2: {@code 1e-4} is a number, {@code no} is text. */
    YAML_1_2("YAML 1.2"),
    /** PyYAML's YAML 1.1: {@code 1e-4} is text, {@code no} a boolean, {@code 04:45:00} a number. */
    PYYAML("YAML 1.1 as PyYAML reads it"),
    /** Go's yaml libraries under Kubernetes and Compose: 1.2's numbers, 1.1's booleans. */
    GO("YAML as Go's libraries read it"),
    JSON("JSON");

    private final String title;

    Dialect(String title) {
        this.title = title;
    }

    public String title() {
        return title;
    }
}
