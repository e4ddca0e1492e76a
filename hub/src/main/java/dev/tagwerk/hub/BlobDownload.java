package dev.tagwerk.hub;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Brings one file in: under its lock, in parts, into a file aside that a later pull goes on with;
 * its digest is checked before it gets its name.
 */
final class BlobDownload {
    /** How often a file is begun anew before the server is held to be at fault. */
    private static final int MAX_BEGINNINGS = 3;

    private final RepositoryFile file;
    private final BlobSource source;
    private final Snapshots snapshots;
    private final Nearby nearby;
    private final Unfinished unfinished;
    private final Tools tools;

    /**
     * What all downloads of a pull share.
     *
     * @param partLength bytes that one connection fetches at a time
     */
    record Tools(
            Workers workers,
            Retries retries,
            PullListener listener,
            Pause pause,
            int connections,
            long partLength) {}

    /**
     * @param snapshots where the file belongs
     * @param nearby where its bytes may be found without asking anybody
     */
    BlobDownload(
            RepositoryFile file,
            BlobSource source,
            Snapshots snapshots,
            Nearby nearby,
            Unfinished unfinished,
            Tools tools) {
        this.file = file;
        this.source = source;
        this.snapshots = snapshots;
        this.nearby = nearby;
        this.unfinished = unfinished;
        this.tools = tools;
    }

    /**
     * Fetches the file; returns at once when another process has done so meanwhile.
     *
     * @return the bytes that came over the network
     */
    long run(Cancellation cancellation) throws IOException {
        try (FileLock lock =
                FileLock.take(
                        unfinished.lock(),
                        file.path().text(),
                        tools.listener(),
                        tools.pause(),
                        cancellation)) {
            if (snapshots.has(file)) {
                tools.listener().bytes(file.size());
                return 0;
            }
            Unfinished aside = lock.exclusive() ? unfinished : unfinished.ofThisProcess();
            long fetched = 0;
            if (nearby.bring(file, aside.data(), snapshots.home(file), cancellation)) {
                tools.listener().bytes(file.size());
            } else {
                fetched = complete(aside, cancellation);
            }
            moveHome(aside.data());
            Files.deleteIfExists(aside.state());
            return fetched;
        }
    }

    private void moveHome(Path data) throws IOException {
        Path home = snapshots.home(file);
        for (int tries = 1; ; tries++) {
            try {
                Files.createDirectories(Objects.requireNonNull(home.getParent()));
                Files.move(
                        data,
                        home,
                        StandardCopyOption.ATOMIC_MOVE,
                        StandardCopyOption.REPLACE_EXISTING);
                return;
            } catch (NoSuchFileException vanished) {
                // another pull has just given the folder its final name
                if (tries == 3) {
                    throw vanished;
                }
            }
        }
    }

    /** Fetches what is missing of the file aside, until its digest is right. */
    private long complete(Unfinished aside, Cancellation cancellation) throws IOException {
        long before = PartState.left(aside.state(), aside.data(), file.size());
        tools.listener().bytes(before);
        long partLength = tools.partLength();
        for (int beginning = 1; ; beginning++) {
            try {
                fetch(aside, partLength, cancellation);
                verify(aside, cancellation);
                return file.size() - before;
            } catch (ContentChanged changed) {
                long useless = PartState.left(aside.state(), aside.data(), file.size());
                aside.discard();
                source.reset();
                if (beginning == MAX_BEGINNINGS) {
                    throw wrong(changed);
                }
                tools.listener().bytes(-useless);
                tools.listener()
                        .note(file.path() + ": " + changed.getMessage() + "; beginning anew");
                partLength = changed.wholeOnly() ? Math.max(1, file.size()) : partLength;
                before = 0;
            }
        }
    }

    private void fetch(Unfinished aside, long partLength, Cancellation cancellation)
            throws IOException {
        Files.createDirectories(Objects.requireNonNull(aside.data().getParent()));
        try (PartState state =
                        PartState.open(aside.state(), aside.data(), file.size(), partLength);
                FileChannel data =
                        FileChannel.open(
                                aside.data(),
                                StandardOpenOption.CREATE,
                                StandardOpenOption.WRITE)) {
            List<Workers.Task> parts = new ArrayList<>();
            for (int index = 0; index < state.parts(); index++) {
                int part = index;
                if (state.done(part) < state.length(part)) {
                    parts.add(together -> part(data, state, part, together));
                }
            }
            tools.workers().all(parts, tools.connections(), cancellation);
            data.truncate(file.size());
            data.force(true);
        }
    }

    private void part(FileChannel data, PartState state, int part, Cancellation together)
            throws IOException {
        tools.workers()
                .connected(
                        together,
                        connected ->
                                tools.retries()
                                        .run(
                                                file.path().text(),
                                                state::total,
                                                connected,
                                                () -> attempt(data, state, part, connected)));
    }

    private boolean attempt(FileChannel data, PartState state, int part, Cancellation cancellation)
            throws IOException {
        long from = state.start(part) + state.done(part);
        long to = state.start(part) + state.length(part);
        if (from == to) {
            return true;
        }
        try (PartBody body = new PartBody(data, state, part, tools.listener())) {
            source.fetch(from, to, body, cancellation);
        }
        return true;
    }

    private void verify(Unfinished aside, Cancellation cancellation) throws IOException {
        Digest found = file.digest().of(aside.data(), cancellation);
        if (!found.equals(file.digest())) {
            throw new ContentChanged(
                    "its bytes have the digest " + found + ", not " + file.digest(), false);
        }
    }

    private HubException wrong(ContentChanged changed) {
        return new HubException(
                file.path() + " cannot be fetched: " + changed.getMessage() + ".",
                "it was begun "
                        + MAX_BEGINNINGS
                        + " times; the server, or a proxy on the way, sends other bytes than the hub"
                        + " lists.",
                "try another network or HF_ENDPOINT");
    }
}
