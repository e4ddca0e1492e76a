package dev.tagwerk.preflight;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Findings that were there when somebody began, so that only new ones count. */
public final class Baseline {
    private static final int VERSION = 1;
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final Set<String> fingerprints;

    private Baseline(Set<String> fingerprints) {
        this.fingerprints = fingerprints;
    }

    /** Reads what {@link #text} wrote. */
    public static Baseline read(String text) {
        try {
            JsonNode root = MAPPER.readTree(text);
            if (root == null || root.path("version").asInt() != VERSION) {
                throw new PreflightException("is not a baseline of version " + VERSION);
            }
            Set<String> fingerprints = new HashSet<>();
            root.path("findings")
                    .forEach(one -> fingerprints.add(one.path("fingerprint").asText()));
            return new Baseline(fingerprints);
        } catch (JsonProcessingException fault) {
            throw new PreflightException("is no JSON: " + fault.getOriginalMessage());
        }
    }

    /** Everything that a report has found, for the file. */
    public static String text(Report report) {
        ObjectNode root = MAPPER.createObjectNode().put("version", VERSION);
        ArrayNode list = root.putArray("findings");
        Fingerprints fingerprints = new Fingerprints();
        report.findings()
                .forEach(
                        finding ->
                                list.addObject()
                                        .put("fingerprint", fingerprints.next(finding))
                                        .put("rule", finding.rule().id())
                                        .put("file", finding.source().name())
                                        .put("what", finding.what()));
        try {
            return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n";
        } catch (JsonProcessingException impossible) {
            throw new PreflightException("a tree is always JSON: " + impossible.getMessage());
        }
    }

    /** The report without what the baseline has. */
    public Report without(Report report) {
        Fingerprints names = new Fingerprints();
        List<FileReport> files = new ArrayList<>();
        for (FileReport file : report.files()) {
            List<Finding> left = new ArrayList<>();
            List<Suppressed> suppressed = new ArrayList<>(file.suppressed());
            for (Finding finding : file.findings()) {
                if (fingerprints.contains(names.next(finding))) {
                    suppressed.add(
                            new Suppressed(
                                    finding, Suppressed.Kind.BASELINE, "was in the baseline"));
                } else {
                    left.add(finding);
                }
            }
            files.add(
                    new FileReport(
                            file.name(),
                            file.formats(),
                            file.problems(),
                            left,
                            suppressed,
                            file.source(),
                            file.failures()));
        }
        return new Report(files, report.passedOver(), report.unread());
    }
}
