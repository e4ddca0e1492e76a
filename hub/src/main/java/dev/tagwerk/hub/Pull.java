package dev.tagwerk.hub;

import dev.tagwerk.modelfiles.HubCache;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The door: brings one revision of one model into the cache. Not thread-safe; several pulls at
 * once, also of other processes, do not harm each other.
 */
public final class Pull implements AutoCloseable {
    private static final long PART_LENGTH = 64 << 20;

    /** Room for what else is written while a model comes in. */
    private static final long SPARE = 64 << 20;

    private final HubSettings settings;
    private final PullRequest request;
    private final PullListener listener;
    private final Clock clock;
    private final Pause pause;
    private final long partLength;
    private final RepositoryFolder folder;
    private final HubHttp http;
    private final Refusals refusals;
    private final Retries retries;
    private final HubApi api;
    private final Cancellation cancellation = new Cancellation();
    private Optional<Listing> listing = Optional.empty();

    Pull(
            Map<String, String> environment,
            PullRequest request,
            PullListener listener,
            Clock clock,
            Pause pause,
            long partLength) {
        this.settings = HubSettings.of(environment);
        this.request = request;
        this.listener = listener;
        this.clock = clock;
        this.pause = pause;
        this.partLength = partLength;
        this.folder = RepositoryFolder.of(settings.cache(), request.repository());
        this.http = new HubHttp(settings, environment);
        this.refusals = new Refusals(settings, request.repository(), request.revision(), clock);
        this.retries = new Retries(clock, pause, listener);
        this.api =
                new HubApi(
                        settings,
                        http,
                        retries,
                        refusals,
                        request.repository(),
                        request.revision(),
                        cancellation);
    }

    /**
     * Prepares a pull; nothing is asked or written yet.
     *
     * @param environment where {@code HF_HOME}, {@code HF_TOKEN} and their relatives are looked up
     * @throws HubException when a variable cannot be what it says
     */
    public static Pull of(
            Map<String, String> environment, PullRequest request, PullListener listener) {
        return new Pull(environment, request, listener, Clock.systemUTC(), Pause.REAL, PART_LENGTH);
    }

    /** Whether the environment forbids the network. */
    public boolean offline() {
        return settings.offline();
    }

    /**
     * The model as the cache has it; nothing is fetched.
     *
     * @throws HubException when it is not there, or not whole
     */
    public PullResult cached() {
        return OfflinePull.find(request, settings.cache());
    }

    /**
     * Asks the hub what there is, and looks what of it is here. Writes nothing but the cache's
     * folder.
     *
     * @throws HubException when there is nothing that could be pulled
     */
    public PullPlan plan() {
        if (settings.tokenInClear()) {
            listener.note("HF_ENDPOINT is no https address: the token travels readable on the way");
        }
        Listing found = api.listing();
        listing = Optional.of(found);
        Choice choice = request.choice().of(found, request.repository());
        try {
            boolean links = settings.links() && Snapshots.linksWork(settings.cache().folder());
            Snapshots snapshots = new Snapshots(folder, found.commit(), links);
            List<PullPlan.PlannedFile> files = new ArrayList<>();
            for (RepositoryFile file : ordered(choice.taken())) {
                files.add(
                        new PullPlan.PlannedFile(
                                file.path().text(), file.size(), missing(file, snapshots)));
            }
            return new PullPlan(
                    request,
                    found.name(),
                    found.commit(),
                    found.terms(),
                    files,
                    choice.leftOut(),
                    links,
                    folder.snapshot(found.commit()));
        } catch (IOException failure) {
            throw cannotWrite(failure);
        }
    }

    /** Small ones first: what is wrong with a repository often shows there. */
    private static List<RepositoryFile> ordered(List<RepositoryFile> files) {
        return files.stream()
                .sorted(
                        Comparator.comparingLong(RepositoryFile::size)
                                .thenComparing(RepositoryFile::path))
                .toList();
    }

    private long missing(RepositoryFile file, Snapshots snapshots) throws IOException {
        if (snapshots.has(file)) {
            return 0;
        }
        Unfinished unfinished = Unfinished.of(folder, file.digest());
        return file.size() - PartState.left(unfinished.state(), unfinished.data(), file.size());
    }

    /**
     * Carries out a plan of this pull.
     *
     * @throws HubException when it fails; what has come stays for the next pull
     */
    public PullResult run(PullPlan plan) {
        Listing found = listing.orElseThrow(() -> new IllegalStateException("no plan was made"));
        List<RepositoryFile> files =
                ordered(request.choice().of(found, request.repository()).taken());
        Snapshots snapshots = new Snapshots(folder, found.commit(), plan.links());
        try (Workers workers = new Workers(request.connections())) {
            enoughSpace(plan);
            Files.createDirectories(folder.snapshots());
            Files.createDirectories(folder.blobs());
            Extras.cacheTag(settings.cache().folder());
            long fetched = fetch(files, found.commit(), snapshots, workers);
            return finish(plan, found, files, snapshots, fetched);
        } catch (IOException failure) {
            throw cannotWrite(failure);
        }
    }

    private long fetch(
            List<RepositoryFile> files, String commit, Snapshots snapshots, Workers workers)
            throws IOException {
        BlobDownload.Tools tools =
                new BlobDownload.Tools(
                        workers, retries, listener, pause, request.connections(), partLength);
        Nearby nearby = Nearby.in(folder);
        AtomicLong fetched = new AtomicLong();
        List<Workers.Task> tasks = new ArrayList<>();
        for (List<RepositoryFile> same : byContent(files)) {
            tasks.add(
                    together -> {
                        for (RepositoryFile file : same) {
                            // blobs of pulls with links, and what the first of equals has brought
                            nearby.and(
                                    file.digest().hex(),
                                    folder.blobs().resolve(file.digest().hex()));
                            BlobSource source =
                                    new BlobSource(api, http, settings, refusals, file, commit);
                            Unfinished unfinished = Unfinished.of(folder, file.digest());
                            fetched.addAndGet(
                                    new BlobDownload(
                                                    file,
                                                    source,
                                                    snapshots,
                                                    nearby,
                                                    unfinished,
                                                    tools)
                                            .run(together));
                            nearby.and(file.digest().hex(), snapshots.home(file));
                        }
                    });
        }
        workers.all(tasks, request.connections(), cancellation);
        return fetched.get();
    }

    private static List<List<RepositoryFile>> byContent(List<RepositoryFile> files) {
        Map<Digest, List<RepositoryFile>> groups = new LinkedHashMap<>();
        for (RepositoryFile file : files) {
            groups.computeIfAbsent(file.digest(), unknown -> new ArrayList<>()).add(file);
        }
        return List.copyOf(groups.values());
    }

    private PullResult finish(
            PullPlan plan,
            Listing found,
            List<RepositoryFile> files,
            Snapshots snapshots,
            long fetched)
            throws IOException {
        Path lockFile = folder.locks().resolve("tagwerk-" + found.commit() + ".lock");
        try (FileLock lock =
                FileLock.take(lockFile, "the snapshot", listener, pause, cancellation)) {
            Path snapshot = snapshots.publish(files);
            Extras extras = new Extras(folder, found);
            extras.absences();
            if (plan.leftOut().isEmpty()) {
                extras.tree();
            }
            PullRecord record = record(found, files);
            record.write(folder.record(found.commit()));
            if (!request.revision().equals(found.commit())) {
                // last: whoever finds the name finds all of the model
                WholeFile.write(folder.ref(request.revision()), found.commit());
            }
            return new PullResult(
                    snapshot, files.size(), plan.bytes(), fetched, Optional.of(record));
        }
    }

    private PullRecord record(Listing found, List<RepositoryFile> files) {
        Map<String, PullRecord.Held> held = new TreeMap<>();
        PullRecord.read(folder.record(found.commit()))
                .ifPresent(earlier -> held.putAll(earlier.files()));
        for (RepositoryFile file : files) {
            held.put(file.path().text(), new PullRecord.Held(file.size(), file.digest().hex()));
        }
        return new PullRecord(
                request.repository(),
                request.revision(),
                found.commit(),
                settings.endpoint().toString(),
                clock.instant(),
                found.terms(),
                held);
    }

    private void enoughSpace(PullPlan plan) throws IOException {
        Files.createDirectories(folder.root());
        long free = Files.getFileStore(folder.root()).getUsableSpace();
        if (plan.missing() > 0 && free < plan.missing() + SPARE) {
            throw new HubException(
                    request.repository()
                            + " does not fit: "
                            + Shown.bytes(plan.missing())
                            + " are missing, "
                            + Shown.bytes(free)
                            + " are free.",
                    "the cache is in " + settings.cache().folder() + ".",
                    "make room there, or set HF_HOME to a larger disk");
        }
    }

    private HubException cannotWrite(IOException failure) {
        return new HubException(
                request.repository() + " cannot be put into " + settings.cache().folder() + ".",
                failure.toString() + ".",
                "check the folder's rights and free space, or set HF_HOME to another");
    }

    /** The cache that is filled. */
    public HubCache cache() {
        return settings.cache();
    }

    @Override
    public void close() {
        http.close();
    }
}
