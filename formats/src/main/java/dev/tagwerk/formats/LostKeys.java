package dev.tagwerk.formats;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Why keys of other tools have no counterpart in a container job. */
final class LostKeys {
    private static final String SERVES = "a job ends by itself and serves nobody";
    private static final String PULLS = "registries are reached with docker login's credentials";
    private static final String IDENTITY = "identities belong to the provider, not to the job";
    private static final String SECRET = "values of secrets never stand in a job file";
    private static final String STARTS = "a job starts when somebody starts it";
    private static final String ONE = "a job is one container";
    private static final String PLACED = "where it runs is left to the provider";
    private static final String BUILT = "an image is built before";
    private static final String NETWORK = "networks belong to the provider";
    private static final String OVERSEEN = "nobody looks after a running container here yet";
    private static final String UNKNOWN = "a container job has no such key";

    /** By a part of the key's way, the last matching part counting. */
    private static final Map<String, String> REASONS = new LinkedHashMap<>();

    /** Keys that say what a file is, and nothing more. */
    private static final Set<String> MARKS =
            Set.of("apiVersion", "kind", "type", "$schema", "version", "contentVersion", "id");

    static {
        put(SERVES, "ingress", "scale", "ports", "expose", "service", "probes", "livenessProbe");
        put(SERVES, "readinessProbe", "startupProbe", "healthcheck", "probe", "scalingStrategy");
        put(SERVES, "activeRevisionsMode", "replicas", "defaultHttpPort", "port", "--ingress");
        put(SERVES, "--target-port", "--min-replicas", "--max-replicas", "-p", "--publish");
        put(PULLS, "registries", "imagePullSecrets", "registry_auth", "--registry-server");
        put(PULLS, "--registry-username", "--registry-password", "--registry-identity");
        put(IDENTITY, "identity", "serviceAccountName", "--mi-system-assigned");
        put(IDENTITY, "--mi-user-assigned", "--user-assigned", "--system-assigned");
        put(SECRET, "secrets", "--secrets", "-s", "--env-file", "env_file", "envFrom");
        put(STARTS, "triggerType", "scheduleTriggerConfig", "eventTriggerConfig", "schedule");
        put(STARTS, "--trigger-type", "--cron-expression", "concurrencyPolicy", "restart");
        put(STARTS, "startingDeadlineSeconds", "suspend", "depends_on", "restartPolicy");
        put(ONE, "parallelism", "completions", "manualTriggerConfig", "replicaCompletionCount");
        put(ONE, "--parallelism", "--replica-completion-count", "num_nodes", "nodes", "selector");
        put(ONE, "distribution", "initContainers", "containers", "instance_count", "strategy");
        put(PLACED, "environmentId", "managedEnvironmentId", "--environment", "nodeSelector");
        put(PLACED, "tolerations", "affinity", "infra", "cloud", "regions", "backends", "use_spot");
        put(PLACED, "spot_policy", "max_price", "any_of", "ordered", "zone", "--resource-group");
        put(PLACED, "-g", "resourceGroup", "--subscription", "runtimeClassName", "namespace");
        put(BUILT, "build", "setup", "python", "dockerfile", "--source");
        put(NETWORK, "network_mode", "networks", "--network", "--net", "hostNetwork", "dnsPolicy");
        put(OVERSEEN, "retry", "job_recovery", "utilization_policy", "idle_duration", "autostop");
        put(OVERSEEN, "timeoutAutoRestart", "--timeout-auto-restart", "ttlSecondsAfterFinished");
        put("limits are what counts, and they were taken", "requests");
        put("shared memory is said by `resources.shm`", "ipc", "--ipc");
        put("the container runs as the user that the image names", "user", "-u", "--user");
        put("the container runs as the user that the image names", "securityContext");
        put("labels say nothing to a job", "labels", "annotations", "tags", "label", "--tags");
    }

    private LostKeys() {}

    private static void put(String reason, String... keys) {
        for (String key : keys) {
            REASONS.put(key, reason);
        }
    }

    /** Whether a key at the top of an object only says what it is. */
    static boolean isMark(String key, String path) {
        return MARKS.contains(key) && !path.contains(".");
    }

    /** Why what lies at the end of a way of keys, or an option, is not carried over. */
    static String reason(String path) {
        String reason = UNKNOWN;
        String known = REASONS.get(path);
        if (known != null) {
            return known;
        }
        for (String part : path.split("[.\\[\\]]+")) {
            reason = REASONS.getOrDefault(part, reason);
        }
        return reason;
    }
}
