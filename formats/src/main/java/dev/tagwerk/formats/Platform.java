package dev.tagwerk.formats;

/** Who will run a workload. */
public enum Platform {
    AZURE_CONTAINER_APPS("azure-container-apps", "Container Apps"),
    AZURE_ML("azure-ml", "Azure ML"),
    OVH_AI("ovh-ai", "OVHcloud AI"),
    KUBERNETES("kubernetes", "Kubernetes"),
    DOCKER("docker", "Docker"),
    /** SkyPilot and dstack place work on machines of several clouds. */
    SKYPILOT("skypilot", "SkyPilot"),
    DSTACK("dstack", "dstack"),
    LOCAL("local", "this machine");

    private final String word;
    private final String title;

    Platform(String word, String title) {
        this.word = word;
        this.title = title;
    }

    public String word() {
        return word;
    }

    public String title() {
        return title;
    }
}
