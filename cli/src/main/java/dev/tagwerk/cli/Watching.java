package dev.tagwerk.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Waits until something changes in the folders that files lie in. */
final class Watching implements AutoCloseable {
    private static final long SETTLED_MILLIS = 200;
    private static final int FOLDERS = 2_000;

    private final WatchService service;
    private final Set<Path> watched = new LinkedHashSet<>();

    Watching(WatchService service) {
        this.service = service;
    }

    /** Watches the folders of more files; those that it knows already are passed over. */
    void add(Collection<Path> files) throws IOException {
        for (Path file : files) {
            Path folder = Files.isDirectory(file) ? file : file.toAbsolutePath().getParent();
            if (folder != null
                    && watched.size() < FOLDERS
                    && Files.isDirectory(folder)
                    && watched.add(folder)) {
                folder.register(
                        service,
                        StandardWatchEventKinds.ENTRY_CREATE,
                        StandardWatchEventKinds.ENTRY_MODIFY,
                        StandardWatchEventKinds.ENTRY_DELETE);
            }
        }
    }

    /** Returns when something has changed and editors have had time to finish. */
    void await() throws InterruptedException {
        WatchKey key = service.take();
        while (key != null) {
            key.pollEvents();
            if (!key.reset()) {
                watched.remove(key.watchable());
            }
            key = service.poll(SETTLED_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    @Override
    public void close() throws IOException {
        service.close();
    }
}
