package dev.tagwerk.preflight;

import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** All rules, by id. */
public final class RuleBook {
    private static final NavigableMap<String, Check> CHECKS = new TreeMap<>();

    static {
        register(CommandRules.checks());
        register(StrayWordRules.checks());
        register(OneWordRules.checks());
        register(InitRules.checks());
        register(AzRules.checks());
        register(AppsSpecRules.checks());
        register(AppsReferenceRules.checks());
        register(AppsTriggerRules.checks());
        register(AppsRunRules.checks());
        register(AppsReplicaRules.checks());
        register(AppsProfileRules.checks());
        register(AppsSizeRules.checks());
        register(AppsPlaceRules.checks());
        register(AppsEnvironmentRules.checks());
        register(AppsAccountRules.checks());
        register(SubnetRules.checks());
        register(ShareRules.checks());
        register(LinkRules.checks());
        register(DiskRules.checks());
        register(DataDiskRules.checks());
        register(CopiedDataRules.checks());
        register(DataMountRules.checks());
        register(StorageRules.checks());
        register(StorageAccountRules.checks());
        register(StorageRegionRules.checks());
        register(LifecycleRules.checks());
        register(LogRules.checks());
        register(ServingProbeRules.checks());
        register(SchemaRules.checks());
        register(OvhRules.checks());
        register(OvhTimeRules.checks());
        register(OvhSeparatorRules.checks());
        register(OvhVolumeRules.checks());
        register(AzureMlComputeRules.checks());
        register(AzureMlQuotaRules.checks());
        register(AzureMlServingRules.checks());
        register(AzureMlJobRules.checks());
        register(AzureMlGpuRules.checks());
        register(AzureMlReferenceRules.checks());
        register(AzureMlAssetRules.checks());
        register(GpuRules.checks());
        register(CudaRules.checks());
        register(TrainingRules.checks());
        register(CheckpointRules.checks());
        register(SecretRules.checks());
        register(DialectRules.checks());
        register(KubernetesRules.checks());
        register(KubernetesVolumeRules.checks());
        register(KeyRules.checks());
        register(MovingTagRules.checks());
        register(DockerRules.checks());
        register(DockerfileRules.checks());
        register(SkyRules.checks());
        register(ImageArgvRules.checks());
        register(ImageContentRules.checks());
        register(SuppressionRules.checks());
        register(ProbeGpuRules.checks());
        register(ProbeBuildRules.checks());
        register(ProbeMountRules.checks());
        register(ProbeMachineRules.checks());
    }

    private RuleBook() {}

    private static void register(Map<String, Check> family) {
        family.forEach(
                (id, check) -> {
                    if (CHECKS.putIfAbsent(id, check) != null) {
                        throw new PreflightException("two rules are called " + id);
                    }
                });
    }

    static NavigableMap<String, Check> checks() {
        return CHECKS;
    }

    /** Every rule, in the order of the ids. */
    public static List<Rule> rules() {
        return CHECKS.keySet().stream().map(RuleTexts::of).toList();
    }

    public static Optional<Rule> rule(String id) {
        return CHECKS.containsKey(id) ? Optional.of(RuleTexts.of(id)) : Optional.empty();
    }
}
