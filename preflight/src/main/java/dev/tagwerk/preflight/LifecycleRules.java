package dev.tagwerk.preflight;

import dev.tagwerk.formats.Document;
import dev.tagwerk.formats.Format;
import dev.tagwerk.formats.Node;
import dev.tagwerk.formats.Scalar;
import dev.tagwerk.market.Limits;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Lifecycle rules of Azure's blobs that pay for tiers they leave too early. */
final class LifecycleRules {
    private static final Map<String, String> TIERS =
            Map.of("tierToCool", "cool", "tierToCold", "cold", "tierToArchive", "archive");
    private static final String AFTER = "daysAfterModificationGreaterThan";

    private LifecycleRules() {}

    static Map<String, Check> checks() {
        return Map.of("TW-STO-015", LifecycleRules::early);
    }

    private static void early(Subject subject, Findings findings) {
        subject.own(Format.LIFECYCLE_POLICY)
                .map(Document::root)
                .flatMap(LifecycleRules::rules)
                .filter(rule -> rule.text("enabled").flatMap(Scalar::asBoolean).orElse(true))
                .flatMap(rule -> rule.find("definition.actions.baseBlob").stream())
                .forEach(blob -> TIERS.keySet().forEach(tier -> early(blob, tier, findings)));
    }

    private static Stream<Node> rules(Node root) {
        return root
                .find("policy.rules")
                .or(() -> root.find("properties.policy.rules"))
                .or(() -> root.get("rules"))
                .map(Node::items)
                .orElse(List.of())
                .stream();
    }

    private static void early(Node blob, String tier, Findings findings) {
        Optional<BigDecimal> moved = blob.text(tier + "." + AFTER).flatMap(Scalar::asNumber);
        Optional<Scalar> deleted = blob.text("delete." + AFTER);
        Optional<BigDecimal> after = deleted.flatMap(Scalar::asNumber);
        if (moved.isEmpty() || after.isEmpty()) {
            return;
        }
        long least = Limits.get("azure-blob." + TIERS.get(tier) + ".minimum-age").whole();
        BigDecimal stay = after.get().subtract(moved.get());
        if (stay.signum() >= 0 && stay.compareTo(BigDecimal.valueOf(least)) < 0) {
            findings.add(
                    deleted.get(),
                    "blobs are deleted "
                            + Spoken.number(stay)
                            + " days after they became "
                            + TIERS.get(tier)
                            + ", which is paid for "
                            + least
                            + " days anyway",
                    AFTER
                            + ": "
                            + Spoken.number(moved.get().add(BigDecimal.valueOf(least)))
                            + " for delete, or no "
                            + tier
                            + " for what is deleted soon");
        }
    }
}
