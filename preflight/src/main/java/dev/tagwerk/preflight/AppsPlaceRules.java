package dev.tagwerk.preflight;

import dev.tagwerk.formats.Document;
import dev.tagwerk.formats.Format;
import dev.tagwerk.formats.Node;
import dev.tagwerk.formats.Scalar;
import dev.tagwerk.market.Jurisdiction;
import dev.tagwerk.market.Machine;
import dev.tagwerk.market.Machines;
import dev.tagwerk.market.Region;
import dev.tagwerk.market.Regions;
import dev.tagwerk.market.ServiceRegion;
import dev.tagwerk.market.ServiceRegions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Where Container Apps jobs run: regions, environments, and what the regions have. */
final class AppsPlaceRules {
    private AppsPlaceRules() {}

    static Map<String, Check> checks() {
        return Map.of(
                "TW-ACA-005", AppsPlaceRules::regionWithoutGpu,
                "TW-ACA-031", AppsPlaceRules::otherRegion,
                "TW-ACA-034", AppsPlaceRules::jurisdiction);
    }

    private static Stream<Node> environments(Subject subject) {
        return subject.own(Format.CONTAINER_APPS_ENVIRONMENT).map(Document::root);
    }

    private static void regionWithoutGpu(Subject subject, Findings findings) {
        environments(subject)
                .forEach(
                        root ->
                                AzureNames.location(root)
                                        .ifPresent(
                                                region ->
                                                        Surroundings.profiles(root).stream()
                                                                .flatMap(
                                                                        one ->
                                                                                one
                                                                                        .text(
                                                                                                "workloadProfileType")
                                                                                        .stream())
                                                                .forEach(
                                                                        type ->
                                                                                offered(
                                                                                        type,
                                                                                        type.text(),
                                                                                        region
                                                                                                .text(),
                                                                                        Severity
                                                                                                .ERROR,
                                                                                        findings))));
        List<Node> judged = environments(subject).toList();
        Surroundings.of(subject)
                .filter(around -> around.environment().filter(judged::contains).isEmpty())
                .filter(
                        around ->
                                around.app().wantsGpu()
                                        || around.machine().flatMap(Machine::gpu).isPresent())
                .forEach(
                        around ->
                                around.home()
                                        .ifPresent(home -> gpu(around, home.region(), findings)));
    }

    /** Only a type, or an environment given beside, tells surely what GPU is meant. */
    private static void gpu(Surroundings around, String region, Findings findings) {
        boolean surely = around.machine().isPresent();
        around.likelyMachine()
                .filter(machine -> machine.gpu().isPresent())
                .ifPresent(
                        machine ->
                                offered(
                                        around.place(),
                                        machine.name(),
                                        region,
                                        surely ? Severity.ERROR : Severity.WARNING,
                                        findings));
    }

    private static void offered(
            Node place, String type, String region, Severity severity, Findings findings) {
        Optional<Machine> machine =
                Machines.find(Surroundings.SERVICE, type).filter(one -> one.gpu().isPresent());
        Optional<ServiceRegion> here = ServiceRegions.find(Surroundings.SERVICE, region);
        if (machine.isEmpty() || here.flatMap(one -> one.has(machine.get().name())).orElse(true)) {
            return;
        }
        Region from = here.get().region();
        List<ServiceRegion> near =
                ServiceRegions.nearest(
                        Surroundings.SERVICE,
                        machine.get().name(),
                        from,
                        one -> !from.jurisdiction().inEea() || one.jurisdiction().inEea());
        findings.add(
                severity,
                place,
                place.anchor(),
                from.name()
                        + " has no "
                        + machine.get().name()
                        + " (as of "
                        + here.get().provenance().date()
                        + ")",
                near.isEmpty()
                        ? "az containerapp env workload-profile list-supported -l REGION"
                        : "location: "
                                + near.getFirst().region().name()
                                + " (the nearest"
                                + (from.jurisdiction().inEea() ? " in the EEA" : "")
                                + " that has it; "
                                + distance(near.getFirst().region(), from)
                                + " km away)");
    }

    private static long distance(Region to, Region from) {
        return Math.round(to.distanceTo(from) / 10) * 10;
    }

    private static void otherRegion(Subject subject, Findings findings) {
        Surroundings.of(subject).forEach(around -> otherRegion(around, subject, findings));
    }

    private static void otherRegion(Surroundings around, Subject subject, Findings findings) {
        Optional<Scalar> home = around.environment().flatMap(AzureNames::location);
        Optional<Scalar> own = AzureNames.location(around.app().node());
        if (home.isPresent()) {
            own.filter(one -> !isSame(one.text(), home.get().text()))
                    .ifPresent(one -> otherRegion(one, home.get(), around, findings));
        }
        Optional<String> said = subject.circumstances().region();
        home.or(() -> own)
                .filter(one -> said.filter(region -> !isSame(one.text(), region)).isPresent())
                .ifPresent(
                        one ->
                                findings.add(
                                        Severity.WARNING,
                                        one,
                                        one.anchor(),
                                        "the "
                                                + around.app().word()
                                                + " runs in "
                                                + one.text()
                                                + "; --region says "
                                                + said.orElse(""),
                                        "an environment in " + said.orElse("")));
    }

    private static boolean isSame(String one, String other) {
        return AzureNames.region(one).equals(AzureNames.region(other));
    }

    private static void otherRegion(
            Scalar own, Scalar home, Surroundings around, Findings findings) {
        String region = AzureNames.region(home.text());
        findings.add(
                own,
                "the "
                        + around.app().word()
                        + " is for "
                        + own.text()
                        + ", its environment lies in "
                        + home.text(),
                "location: " + region,
                Replacement.of(own, region));
    }

    private static void jurisdiction(Subject subject, Findings findings) {
        Stream.concat(environments(subject), ContainerApp.of(subject).map(ContainerApp::node))
                .flatMap(root -> AzureNames.location(root).stream())
                .forEach(location -> jurisdiction(location, location.text(), findings));
        Surroundings.of(subject)
                .forEach(
                        around ->
                                around.home()
                                        .filter(home -> home.written().isEmpty())
                                        .ifPresent(
                                                home ->
                                                        jurisdiction(
                                                                around.place(),
                                                                home.region(),
                                                                findings)));
    }

    private static void jurisdiction(Node place, String name, Findings findings) {
        Regions.find("azure", name)
                .filter(region -> region.jurisdiction() != Jurisdiction.EU)
                .ifPresent(
                        region ->
                                findings.note(
                                        place,
                                        region.displayName()
                                                + " is "
                                                + region.jurisdiction().meaning()
                                                + " ("
                                                + region.country()
                                                + ")",
                                        "a region in the EU where personal data is trained on, such"
                                                + " as swedencentral"));
    }
}
