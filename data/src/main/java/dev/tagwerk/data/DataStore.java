package dev.tagwerk.data;

import dev.tagwerk.runfolder.Disk;
import dev.tagwerk.spec.DataRef;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.security.DigestOutputStream;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Data sets kept by what they hold: the bytes under their digest, readable by their owner only and
 * never changed; a journal beside them says which name meant which bytes when, and what was made
 * from what. A push that is killed leaves the store as it was, or complete. Several processes may
 * push; they wait for one another.
 */
public final class DataStore {
    private static final String UNFINISHED = ".tmp-";

    private final Path root;
    private final Disk disk;
    private final Clock clock;

    /**
     * @param root the store's folder; made by the first push
     */
    public DataStore(Path root, Disk disk, Clock clock) {
        this.root = root;
        this.disk = disk;
        this.clock = clock;
    }

    /**
     * What a push did.
     *
     * @param fresh whether it was not there before
     */
    public record Pushed(DataVersion version, boolean fresh) {}

    /**
     * Keeps a file.
     *
     * @param name what the data set is called
     * @param enrichedFrom what it was made from, as {@link DataVersions#named} reads it
     * @param by the command or script that made it
     * @throws DataException when the file cannot be read, the store not be written, or what it was
     *     made from is not kept here
     */
    public Pushed push(Path file, String name, Optional<String> enrichedFrom, Optional<String> by) {
        return push(DataSets.Source.of(file), name, enrichedFrom, by);
    }

    /**
     * Keeps a file, and how its rows are to be read whenever the data set is named.
     *
     * @param source a file, its shape and its columns, as far as they are told
     * @throws DataException as above, and when the file's rows cannot be read as told
     */
    public Pushed push(
            DataSets.Source source,
            String name,
            Optional<String> enrichedFrom,
            Optional<String> by) {
        Path file = source.ref().file();
        DataRef.Stored called = new DataRef.Stored(name, Optional.empty());
        if (Files.isDirectory(file) || !Files.isReadable(file)) {
            throw new DataException(
                    file
                            + (Files.isDirectory(file)
                                    ? " is a folder; push the file inside it"
                                    : " cannot be read; check the path"));
        }
        if (source.told()) {
            StoredRows.requireReadable(source);
        }
        try {
            disk.createFolders(objects());
            try (StoreLock _ = StoreLock.acquire(root)) {
                return keep(source, called.name(), enrichedFrom.map(versions()::named), by);
            }
        } catch (IOException e) {
            throw new DataException(
                    "cannot keep "
                            + file
                            + " in "
                            + root
                            + ": "
                            + e
                            + "; free some space, or make the folder writable",
                    e);
        }
    }

    private Pushed keep(
            DataSets.Source source, String name, Optional<DataVersion> parent, Optional<String> by)
            throws IOException {
        clean();
        Path file = source.ref().file();
        Path staged = objects().resolve(UNFINISHED + "push");
        String sha256 = copy(file, staged);
        if (parent.isPresent() && parent.get().sha256().equals(sha256)) {
            disk.delete(staged);
            throw new DataException(
                    file
                            + " holds the same bytes as "
                            + parent.get().name()
                            + ", which it is said to be made from");
        }
        long bytes = Files.size(staged);
        Path object = object(sha256);
        if (Files.exists(object, LinkOption.NOFOLLOW_LINKS) && digest(object).equals(sha256)) {
            disk.delete(staged);
        } else {
            // a copy that was changed is replaced by what it was
            disk.createFolders(Objects.requireNonNull(object.getParent()));
            disk.rename(staged, object);
            disk.syncFolder(Objects.requireNonNull(object.getParent()));
            disk.syncFolder(objects());
        }
        StoredRows rows = StoredRows.of(object, source);
        DataVersion version =
                new DataVersion(
                        name,
                        sha256,
                        bytes,
                        clock.instant().truncatedTo(ChronoUnit.SECONDS),
                        String.valueOf(file.getFileName()),
                        rows.format(),
                        rows.usable(),
                        parent.map(DataVersion::sha256),
                        by.filter(text -> !text.isBlank()),
                        source.format(),
                        source.columns());
        Optional<DataVersion> newest = versions().newest(name);
        if (newest.isPresent() && version.repeats(newest.get())) {
            return new Pushed(newest.get(), false);
        }
        journal().append(version);
        return new Pushed(version, true);
    }

    /** What a push that was killed left behind; nobody else pushes, the lock is held. */
    private void clean() throws IOException {
        try (Stream<Path> left = Files.list(objects())) {
            for (Path path : left.toList()) {
                if (String.valueOf(path.getFileName()).startsWith(UNFINISHED)) {
                    disk.delete(path);
                }
            }
        }
    }

    private String copy(Path file, Path staged) throws IOException {
        disk.create(staged, new byte[0]);
        DigestOutputStream out;
        try (InputStream in = Files.newInputStream(file);
                OutputStream raw = Files.newOutputStream(staged, StandardOpenOption.WRITE)) {
            out = new DigestOutputStream(raw, Digest.sha256());
            in.transferTo(out);
        }
        disk.sync(staged);
        if (Files.getFileStore(staged).supportsFileAttributeView("posix")) {
            Files.setPosixFilePermissions(staged, EnumSet.of(PosixFilePermission.OWNER_READ));
        }
        return HexFormat.of().formatHex(out.getMessageDigest().digest());
    }

    private static String digest(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return Digest.of(in);
        }
    }

    /** Every push. */
    public DataVersions versions() {
        return new DataVersions(root, journal().read());
    }

    /**
     * The kept bytes.
     *
     * @throws DataException when they are gone or are not what was pushed
     */
    public Path intact(DataVersion version) {
        Path object = object(version.sha256());
        String found;
        try {
            found = digest(object);
        } catch (IOException e) {
            throw new DataException(
                    "the kept bytes of "
                            + version.name()
                            + " cannot be read: "
                            + e
                            + ". Push the file again: tagwerk data push FILE --name "
                            + version.name(),
                    e);
        }
        if (!found.equals(version.sha256())) {
            throw new DataException(
                    "the kept bytes of "
                            + version.name()
                            + " were changed: "
                            + object
                            + " has the sha256 "
                            + found
                            + ". Push the file as it was: tagwerk data push FILE --name "
                            + version.name());
        }
        return object;
    }

    private StoreJournal journal() {
        return new StoreJournal(root, disk);
    }

    private Path objects() {
        return root.resolve("objects");
    }

    private Path object(String sha256) {
        return objects().resolve(sha256.substring(0, 2)).resolve(sha256);
    }
}
