package dev.tagwerk.formats;

import dev.tagwerk.spec.ContainerJob;
import dev.tagwerk.spec.Provider;
import dev.tagwerk.spec.ProviderHint;
import java.time.Duration;
import java.util.Optional;

/** Makes a container job of a workload; what cannot come along is noted. */
final class WorkloadTranslation {
    private static final String PLACE = "[A-Za-z0-9][A-Za-z0-9 ._/@:-]{0,127}";
    private static final Duration LONGEST = Duration.ofDays(365);
    private static final Duration OVH_DEFAULT = Duration.ofDays(7);

    private final Document document;
    private final Workload workload;
    private final Container container;
    private final ContainerImport.Wish wish;
    private final Ledger ledger;
    private final ForeignPhrases phrases;

    WorkloadTranslation(
            Document document, Workload workload, ContainerImport.Wish wish, Ledger ledger) {
        this.document = document;
        this.workload = workload;
        this.container = workload.containers().getFirst();
        this.wish = wish;
        this.ledger = ledger;
        this.phrases = new ForeignPhrases(document.format(), container.node(), ledger);
    }

    ContainerJob job() {
        kind();
        others();
        String image = image();
        CommandTranslation command =
                new CommandTranslation(document.format(), workload, container, phrases, ledger);
        VolumeTranslation volumes =
                new VolumeTranslation(
                        document.format(), workload, container, wish, phrases, ledger);
        VariableTranslation variables =
                new VariableTranslation(document.format(), container, phrases, ledger);
        volumes.read();
        command.read();
        variables.read();
        return new ContainerJob(
                name(),
                image,
                command.command(),
                command.args(),
                volumes.workingDirectory().or(this::workingDirectory),
                variables.environment(),
                variables.secrets(),
                volumes.volumes(),
                new ResourceTranslation(workload, container, phrases, ledger)
                        .resources(volumes.sharedMemory()),
                maxDuration(),
                retries(),
                volumes.expects(),
                provider());
    }

    private void kind() {
        switch (workload.kind()) {
            case JOB -> {}
            case SERVICE ->
                    ledger.changed(
                            anchor(),
                            "serves there until somebody stops it; here it is a job, which ends",
                            "give it a max_duration");
            case NOTEBOOK ->
                    throw new NoContainer(
                            "is a machine to work on, which runs nothing by itself", "");
        }
    }

    /** Something small to point at, where the whole workload is meant. */
    private Node anchor() {
        return container
                .image()
                .or(workload::name)
                .map(Node.class::cast)
                .orElseGet(container::node);
    }

    private void others() {
        for (Container other : workload.containers().subList(1, workload.containers().size())) {
            ledger.lost(other.node(), "a job is one container, and the first was taken", "");
        }
        for (Container other : workload.initContainers()) {
            ledger.lost(
                    other.node(),
                    "runs before the container, and a job is one container",
                    "do its work in the image, or in a job of its own");
        }
        workload.parallelism()
                .filter(copies -> workload.kind() == Workload.Kind.JOB)
                .ifPresent(
                        copies -> {
                            if (copies.value() > 1) {
                                ledger.lost(
                                        copies.node(),
                                        "runs "
                                                + copies.value()
                                                + " copies at a time, and a job is one container",
                                        "");
                            } else {
                                ledger.took(copies.node());
                            }
                        });
    }

    private String name() {
        Optional<Scalar> written = workload.name().or(container::name);
        String name =
                written.map(Scalar::text)
                        .orElse(document.source().name().replaceFirst(".*/", ""))
                        .replaceFirst("\\.(ya?ml|json|sh)$", "")
                        .replaceAll("[^A-Za-z0-9._-]+", "-")
                        .replaceFirst("^[._-]+", "");
        String ours = name.isEmpty() ? "job" : name.substring(0, Math.min(63, name.length()));
        written.ifPresent(
                text -> {
                    ledger.took("name", text);
                    if (!text.text().equals(ours)) {
                        ledger.changed(text, "is no name a job can have; it became " + ours, "");
                    }
                });
        container.name().ifPresent(ledger::took);
        return ours;
    }

    private String image() {
        if (wish.image().isPresent()) {
            container
                    .image()
                    .ifPresent(image -> ledger.changed(image, "--image named another one", ""));
            return wish.image().get();
        }
        Scalar written =
                container
                        .image()
                        .orElseThrow(
                                () ->
                                        new NoContainer(
                                                "names no container image",
                                                "--image IMAGE names one"));
        String image = written.text().replaceFirst("^docker:", "");
        if (written.isPlaceholder() || !image.matches("[A-Za-z0-9][A-Za-z0-9._/:@-]*")) {
            throw new NoContainer(
                    "names its image in a way that is filled in elsewhere, or that is none",
                    "--image IMAGE names it");
        }
        ledger.took("image", written);
        return image;
    }

    private Optional<String> workingDirectory() {
        return container
                .workingDirectory()
                .flatMap(
                        folder -> {
                            if (folder.text().matches("/[^\\p{Cntrl}/][^\\p{Cntrl}]*")) {
                                ledger.took("workdir", folder);
                                return Optional.of(folder.text());
                            }
                            ledger.lost(folder, "is no absolute path of a container", "");
                            return Optional.empty();
                        });
    }

    private Optional<Duration> maxDuration() {
        Optional<Located<Duration>> timeout = workload.timeout();
        if (timeout.isEmpty()
                && workload.platform() == Platform.OVH_AI
                && workload.kind() == Workload.Kind.JOB) {
            ledger.assumed("timeout", "OVHcloud ends jobs after seven days");
            return Optional.of(OVH_DEFAULT);
        }
        return timeout.flatMap(
                time -> {
                    Duration whole = Duration.ofSeconds(time.value().toSeconds());
                    if (whole.isPositive() && whole.compareTo(LONGEST) <= 0) {
                        ledger.took("max_duration", time.node());
                        return Optional.of(whole);
                    }
                    ledger.lost(time.node(), "is no duration from a second to a year", "");
                    return Optional.empty();
                });
    }

    private int retries() {
        boolean kubernetes =
                workload.platform() == Platform.KUBERNETES
                        && document.root()
                                .text("kind")
                                .filter(kind -> kind.text().endsWith("Job"))
                                .isPresent();
        if (workload.retries().isEmpty() && kubernetes) {
            ledger.assumed("backoffLimit", "Kubernetes tries a job anew six times");
            return 6;
        }
        return workload.retries()
                .map(
                        retries -> {
                            int fewer = Math.clamp(retries.value(), 0, 100);
                            ledger.took("retries", retries.node());
                            if (fewer != retries.value()) {
                                ledger.changed(retries.node(), "became " + fewer, "");
                            }
                            return fewer;
                        })
                .orElse(0);
    }

    private ProviderHint provider() {
        Optional<Provider> provider =
                switch (workload.platform()) {
                    case AZURE_CONTAINER_APPS -> Optional.of(Provider.AZURE_CONTAINER_APPS);
                    case AZURE_ML -> Optional.of(Provider.AZURE_ML);
                    case OVH_AI -> Optional.of(Provider.OVH_AI);
                    case KUBERNETES -> Optional.of(Provider.KUBERNETES);
                    case DOCKER -> Optional.of(Provider.DOCKER);
                    case SKYPILOT, DSTACK, LOCAL -> Optional.empty();
                };
        return new ProviderHint(
                provider,
                place("provider.region", workload.region()),
                place("provider.machine", workload.machine()));
    }

    private Optional<String> place(String key, Optional<Scalar> written) {
        return written.flatMap(
                place -> {
                    if (place.text().matches(PLACE) && !place.isPlaceholder()) {
                        ledger.took(key, place);
                        return Optional.of(place.text());
                    }
                    ledger.lost(place, "is filled in elsewhere, or names no place", "");
                    return Optional.empty();
                });
    }
}
