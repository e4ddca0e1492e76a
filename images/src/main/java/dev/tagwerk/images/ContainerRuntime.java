package dev.tagwerk.images;

/** Whose rules join an image's ENTRYPOINT and CMD with what a job says. */
public enum ContainerRuntime {
    /** Kubernetes: {@code command} replaces ENTRYPOINT and drops CMD, {@code args} replaces CMD. */
    KUBERNETES,
    /** Azure Container Apps: as Kubernetes. */
    CONTAINER_APPS,
    /** {@code docker run}: {@code --entrypoint} drops CMD, words after the image replace CMD. */
    DOCKER,
    /** {@code podman run}: as Docker. */
    PODMAN,
    /** Compose: {@code entrypoint} drops CMD, {@code command} replaces CMD. */
    COMPOSE,
    /** OVHcloud AI Training and Deploy: the command replaces CMD, the ENTRYPOINT always runs. */
    OVH_AI,
    /** Azure ML: {@code bash -c COMMAND}; neither ENTRYPOINT nor CMD is used. */
    AZURE_ML,
    /** Slurm with Pyxis: the step's own command; neither ENTRYPOINT nor CMD is used. */
    SLURM
}
