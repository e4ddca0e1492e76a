package dev.tagwerk.spec;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The keys of a job that runs a container image. */
final class ContainerKeys {
    private static final String PROVIDER_SECTION = "provider";

    /** What others call our keys. */
    static final Map<String, String> FOREIGN =
            Map.ofEntries(
                    Map.entry("entrypoint", "command"),
                    Map.entry("commands", "command"),
                    Map.entry("run", "command"),
                    Map.entry("environment", "env"),
                    Map.entry("envs", "env"),
                    Map.entry("envVars", "env"),
                    Map.entry("image_id", "image"),
                    Map.entry("working_dir", "workdir"),
                    Map.entry("workingDir", "workdir"),
                    Map.entry("timeout", "max_duration"),
                    Map.entry("replicaTimeout", "max_duration"),
                    Map.entry("activeDeadlineSeconds", "max_duration"),
                    Map.entry("backoffLimit", "retries"),
                    Map.entry("replicaRetryLimit", "retries"),
                    Map.entry("file_mounts", "volumes"),
                    Map.entry("volumeMounts", "volumes"),
                    Map.entry("outputs", "expects"),
                    Map.entry("accelerators", "resources.gpu"),
                    Map.entry("shm_size", "resources.shm"),
                    Map.entry("flavor", "provider.machine"),
                    Map.entry("workloadProfileName", "provider.machine"),
                    Map.entry("instance_type", "provider.machine"),
                    Map.entry("compute", "provider.machine"));

    private static final TextListType WORDS =
            new TextListType(Pattern.compile("[^\\u0000]*"), "a word of the command", 4096, false);
    static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,255}");
    private static final Pattern PLACE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9 ._/@:-]{0,127}");

    static final Key<String> IMAGE =
            Key.of(
                    CommonKeys.TOP,
                    "image",
                    new TextType(
                            // as registries take names: the repository in lower case
                            Pattern.compile(
                                    "(?=[^\\n]{1,512}$)(?:[A-Za-z0-9][A-Za-z0-9.-]*(?::[0-9]{1,5})?/)?"
                                            + "[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*"
                                            + "(?:/[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*)*"
                                            + "(?::[A-Za-z0-9_][A-Za-z0-9._-]{0,127})?"
                                            + "(?:@sha256:[0-9a-f]{64})?"),
                            "a container image such as ghcr.io/org/train:1.2"),
                    "The container image.");
    static final Key<List<String>> COMMAND =
            Key.of(
                            CommonKeys.TOP,
                            "command",
                            WORDS,
                            "What is started instead of the image's entrypoint and its arguments.")
                    .or(List.of());
    static final Key<List<String>> ARGS =
            Key.of(
                            CommonKeys.TOP,
                            "args",
                            WORDS,
                            "Arguments instead of those that the image gives.")
                    .or(List.of());
    static final Key<String> WORKING_DIRECTORY =
            Key.of(
                            CommonKeys.TOP,
                            "workdir",
                            new TextType(
                                    VolumesType.PATH,
                                    "an absolute path in the container such as /work"),
                            "Folder of the container in which it starts; without it, the image's.")
                    .optional();
    static final Key<Environment> ENV =
            Key.of(
                            CommonKeys.TOP,
                            "env",
                            new EnvironmentType(),
                            "Variables; a name without a value is taken from the caller's"
                                    + " environment.")
                    .or(Environment.NONE);
    static final Key<List<String>> SECRETS =
            Key.of(
                            CommonKeys.TOP,
                            "secrets",
                            new TextListType(
                                    VARIABLE, "the name of a variable such as HF_TOKEN", 256, true),
                            "Variables whose values come from the caller's environment and are"
                                    + " never shown; only names stand here.")
                    .or(List.of());
    static final Key<List<JobVolume>> VOLUMES =
            Key.of(
                            CommonKeys.TOP,
                            "volumes",
                            new VolumesType(),
                            "What lies where in the container: inputs under /data, what may be"
                                    + " reused under /cache, results under /output.")
                    .or(List.of());
    static final Key<Duration> MAX_DURATION =
            Key.of(
                            CommonKeys.TOP,
                            "max_duration",
                            new DurationType(Duration.ofDays(365)),
                            "Wall-clock time after which the container is ended.")
                    .optional();
    static final Key<Long> RETRIES =
            Key.of(
                            CommonKeys.TOP,
                            "retries",
                            new WholeType(0, 100),
                            "How often it is started anew after a failure.")
                    .or(0L);
    static final Key<List<String>> EXPECTS =
            Key.of(
                            CommonKeys.TOP,
                            "expects",
                            new TextListType(
                                    Pattern.compile(
                                            "(?!/)(?!(?:.*/)?\\.\\.?(?:/|$))[^\\u0000-\\u001f]{1,1024}"),
                                    "a file's path below /output such as adapter/adapter_config.json",
                                    256,
                                    true),
                            "Files that must lie under /output at the end; without them the run has"
                                    + " failed.")
                    .or(List.of());
    static final Key<Double> CPUS =
            Key.of(CommonKeys.RESOURCES, "cpus", RealType.positive(1024), "Cores.").optional();
    static final Key<Long> MEMORY =
            Key.of(CommonKeys.RESOURCES, "memory", new SizeType(), "Main memory.").optional();
    static final Key<String> GPU =
            Key.of(
                            CommonKeys.RESOURCES,
                            "gpu",
                            new TextType(
                                    Pattern.compile("[A-Za-z0-9][A-Za-z0-9 ._+-]{0,63}"),
                                    "a card's name such as T4 or A100-80GB"),
                            "Which card.")
                    .optional();
    static final Key<Long> GPUS =
            Key.of(CommonKeys.RESOURCES, "gpus", new WholeType(1, 64), "How many cards.")
                    .or(
                            "1 where gpu is given, else none",
                            values -> values.find(GPU).map(name -> 1L));
    static final Key<Long> SHARED_MEMORY =
            Key.of(
                            CommonKeys.RESOURCES,
                            "shm",
                            new SizeType(),
                            "Shared memory (/dev/shm); without it, as the provider has it, often 64"
                                    + " MiB.")
                    .optional();
    static final Key<Provider> PROVIDER =
            Key.of(
                            PROVIDER_SECTION,
                            "name",
                            WordType.of(Provider.class)
                                    .foreign(
                                            Map.of(
                                                    "aca", "azure-container-apps",
                                                    "container-apps", "azure-container-apps",
                                                    "azureml", "azure-ml",
                                                    "ovh", "ovh-ai",
                                                    "ovhcloud", "ovh-ai",
                                                    "k8s", "kubernetes")),
                            "Who shall run it.")
                    .optional();
    static final Key<String> REGION =
            Key.of(
                            PROVIDER_SECTION,
                            "region",
                            new TextType(PLACE, "a region such as swedencentral"),
                            "Where, in the provider's words.")
                    .optional();
    static final Key<String> MACHINE =
            Key.of(
                            PROVIDER_SECTION,
                            "machine",
                            new TextType(PLACE, "a machine such as Consumption-GPU-NC8as-T4"),
                            "On what, in the provider's words: a workload profile, a flavor, a"
                                    + " compute.")
                    .optional();

    private ContainerKeys() {}

    static KeyTable table() {
        Map<String, String> sections = new LinkedHashMap<>();
        sections.put(CommonKeys.RESOURCES, "What the container needs.");
        sections.put(PROVIDER_SECTION, "Where it should run; a hint.");
        return new KeyTable(
                Kind.CONTAINER,
                sections,
                List.of(
                        CommonKeys.KIND,
                        CommonKeys.NAME,
                        IMAGE,
                        COMMAND,
                        ARGS,
                        WORKING_DIRECTORY,
                        ENV,
                        SECRETS,
                        VOLUMES,
                        MAX_DURATION,
                        RETRIES,
                        EXPECTS,
                        TermsKeys.BUDGET,
                        TermsKeys.RESIDENCY,
                        TermsKeys.NOT_UNDER,
                        TermsKeys.CERTIFIED,
                        TermsKeys.OF_ALL,
                        CPUS,
                        MEMORY,
                        GPU,
                        GPUS,
                        SHARED_MEMORY,
                        PROVIDER,
                        REGION,
                        MACHINE),
                List.of());
    }
}
