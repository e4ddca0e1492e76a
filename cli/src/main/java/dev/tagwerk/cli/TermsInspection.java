package dev.tagwerk.cli;

import dev.tagwerk.market.Placement;
import dev.tagwerk.spec.Classification;
import dev.tagwerk.spec.ContainerJob;
import dev.tagwerk.spec.EvaluationJob;
import dev.tagwerk.spec.Job;
import dev.tagwerk.spec.Terms;
import dev.tagwerk.spec.TrainingJob;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Whether a job's terms name regions, laws and certificates that are known, and who heeds them. */
record TermsInspection(Findings findings) {
    void inspect(Job job) {
        words(job.terms());
        switch (job) {
            case TrainingJob training -> here(job.terms());
            case EvaluationJob evaluation -> here(job.terms());
            case ContainerJob container -> {}
        }
    }

    /** Names a region, a law or a certificate that is not known, where it stands. */
    void words(Terms terms) {
        words(
                "residency",
                terms.residency(),
                word -> placement(List.of(word), List.of(), List.of()));
        words(
                "not_under",
                terms.notUnder(),
                word -> placement(List.of(), List.of(word), List.of()));
        words(
                "certified",
                terms.certified(),
                word -> placement(List.of(), List.of(), List.of(word)));
    }

    private static Placement placement(
            List<String> residency, List<String> notUnder, List<String> certified) {
        return new Placement(residency, notUnder, certified);
    }

    private void words(String key, List<String> words, Function<String, Placement> of) {
        for (String word : words) {
            of.apply(word).problems().forEach(problem -> findings.problem(key, word, problem, ""));
        }
    }

    /**
     * Trainings and evaluations run on this machine, which asks for no money and tells no place.
     */
    private void here(Terms terms) {
        List<String> unheeded = new ArrayList<>();
        terms.budget().ifPresent(budget -> unheeded.add("budget"));
        if (!terms.residency().isEmpty()) {
            unheeded.add("residency");
        }
        if (!terms.notUnder().isEmpty()) {
            unheeded.add("not_under");
        }
        if (!terms.certified().isEmpty()) {
            unheeded.add("certified");
        }
        if (terms.classification().filter(one -> one != Classification.PUBLIC).isPresent()) {
            unheeded.add("data.classification");
        }
        if (!unheeded.isEmpty()) {
            findings.fact(
                    JobSource.NOTE
                            + String.join(", ", unheeded)
                            + (unheeded.size() == 1 ? " is" : " are")
                            + " about rented machines: on this one nothing is metered, and where it"
                            + " stands is for you to know");
        }
    }
}
