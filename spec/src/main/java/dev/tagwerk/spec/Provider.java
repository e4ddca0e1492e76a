package dev.tagwerk.spec;

/** Who may run a container. */
public enum Provider implements Word {
    LOCAL,
    DOCKER,
    KUBERNETES,
    AZURE_CONTAINER_APPS,
    AZURE_ML,
    OVH_AI
}
