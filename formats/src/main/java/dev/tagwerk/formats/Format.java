package dev.tagwerk.formats;

/** The kinds of files that are told apart. */
public enum Format {
    TAGWERK_JOB("a Tagwerk job", Dialect.YAML_1_2),
    CONTAINER_APPS_JOB("a Container Apps job"),
    CONTAINER_APPS_APP("a Container Apps app"),
    CONTAINER_APPS_ENVIRONMENT("a Container Apps environment"),
    CONTAINER_APPS_STORAGE("a storage of a Container Apps environment"),
    CONTAINER_APPS_USAGES("the usages of a Container Apps environment"),
    CONTAINER_APPS_PROFILES("the workload profiles that a region offers"),
    STORAGE_ACCOUNT("an Azure storage account"),
    RESOURCE_PROVIDERS("the resource providers of an Azure subscription"),
    AZURE_QUOTA("an Azure quota listing"),
    ROLE_ASSIGNMENTS("Azure role assignments"),
    AZURE_PERMISSIONS("permissions within an Azure scope"),
    AZURE_SUBNET("an Azure subnet"),
    AZURE_ML_COMMAND("an Azure ML command job"),
    AZURE_ML_SWEEP("an Azure ML sweep job"),
    AZURE_ML_PIPELINE("an Azure ML pipeline job"),
    AZURE_ML_COMPUTE("an Azure ML compute"),
    AZURE_ML_ONLINE_ENDPOINT("an Azure ML online endpoint"),
    AZURE_ML_ONLINE_DEPLOYMENT("an Azure ML online deployment"),
    AZURE_ML_BATCH_ENDPOINT("an Azure ML batch endpoint"),
    AZURE_ML_BATCH_DEPLOYMENT("an Azure ML batch deployment"),
    AZURE_ML_MODEL("an Azure ML model"),
    AZURE_ML_ENVIRONMENT("an Azure ML environment"),
    AZURE_ML_SPARK("an Azure ML Spark job"),
    AZURE_ML_AUTOML("an Azure ML AutoML job"),
    AZURE_ML_SCHEDULE("an Azure ML schedule"),
    AZURE_ML_COMPONENT("an Azure ML component"),
    OVH_JOB("an OVHcloud AI Training job"),
    OVH_APP("an OVHcloud AI Deploy app"),
    OVH_CAPABILITIES("OVHcloud AI flavors"),
    SKYPILOT("a SkyPilot task"),
    DSTACK("a dstack configuration"),
    KUBERNETES("a Kubernetes object", Dialect.GO),
    COMPOSE("a Compose file", Dialect.GO),
    DOCKERFILE("a Dockerfile"),
    IMAGE("what is in a container image"),
    SHELL("a shell script or command line"),
    AXOLOTL("an axolotl configuration"),
    LLAMA_FACTORY("a LLaMA-Factory configuration"),
    TRL("a TRL configuration"),
    TRAINING_ARGUMENTS("transformers' training arguments"),
    LIFECYCLE_POLICY("an Azure storage lifecycle policy"),
    LOG_QUERY("a Log Analytics query"),
    REQUIREMENTS("Python requirements"),
    PROBE("what the probe found");

    private final String title;
    private final Dialect dialect;

    Format(String title) {
        this(title, Dialect.PYYAML);
    }

    Format(String title, Dialect dialect) {
        this.title = title;
        this.dialect = dialect;
    }

    /** How the tool that it is for takes unquoted YAML scalars. */
    public Dialect dialect() {
        return dialect;
    }

    /** Whether rules know this kind; others are told apart only, so that it can be said. */
    public boolean isJudged() {
        return switch (this) {
            case AZURE_ML_SPARK, AZURE_ML_AUTOML, AZURE_ML_SCHEDULE, AZURE_ML_COMPONENT -> false;
            default -> true;
        };
    }

    /** With its article, for messages. */
    public String title() {
        return title;
    }
}
