package dev.tagwerk.data;

import dev.tagwerk.runfolder.Disk;
import dev.tagwerk.spec.Columns;
import dev.tagwerk.spec.DataFormat;
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
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
     * One push.
     *
     * @param name what the data set is called
     * @param sha256 of its bytes, in lower-case hex
     * @param bytes how many
     * @param at when
     * @param source the name of the file it came from
     * @param format the shape of its rows, where they tell it by themselves
     * @param rows usable rows; 0 where the shape is not known
     * @param enrichedFrom the digest of what it was made from
     * @param by the command or script that made it
     */
    public record Version(
            String name,
            String sha256,
            long bytes,
            Instant at,
            String source,
            Optional<String> format,
            long rows,
            Optional<String> enrichedFrom,
            Optional<String> by) {
        public Version {
            Objects.requireNonNull(at, "at");
            if (!DataRef.DIGEST.matcher(sha256).matches()) {
                throw new DataException("sha256: " + Words.quoted(sha256) + " is no digest");
            }
            if (bytes < 0 || rows < 0) {
                throw new DataException("bytes and rows must not be negative");
            }
        }

        /** How a job names exactly these bytes. */
        public String reference() {
            return "dataset:" + name + "@sha256:" + sha256;
        }

        /** Whether this push says nothing that the other has not said. */
        boolean repeats(Version other) {
            return name.equals(other.name)
                    && sha256.equals(other.sha256)
                    && enrichedFrom.equals(other.enrichedFrom)
                    && by.equals(other.by);
        }
    }

    /**
     * What a push did.
     *
     * @param fresh whether it was not there before
     */
    public record Pushed(Version version, boolean fresh) {}

    /**
     * Keeps a file.
     *
     * @param name what the data set is called
     * @param enrichedFrom what it was made from, as {@link #version} reads it
     * @param by the command or script that made it
     * @throws DataException when the file cannot be read, the store not be written, or what it was
     *     made from is not kept here
     */
    public Pushed push(Path file, String name, Optional<String> enrichedFrom, Optional<String> by) {
        DataRef.Stored called = new DataRef.Stored(name, Optional.empty());
        if (Files.isDirectory(file) || !Files.isReadable(file)) {
            throw new DataException(
                    file
                            + (Files.isDirectory(file)
                                    ? " is a folder; push the file inside it"
                                    : " cannot be read; check the path"));
        }
        try {
            disk.createFolders(objects());
            try (StoreLock _ = StoreLock.acquire(root)) {
                return keep(file, called.name(), enrichedFrom.map(this::version), by);
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

    private Pushed keep(Path file, String name, Optional<Version> parent, Optional<String> by)
            throws IOException {
        clean();
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
        Summary summary = Summary.of(object);
        Version version =
                new Version(
                        name,
                        sha256,
                        bytes,
                        clock.instant().truncatedTo(ChronoUnit.SECONDS),
                        String.valueOf(file.getFileName()),
                        summary.format(),
                        summary.rows(),
                        parent.map(Version::sha256),
                        by.filter(text -> !text.isBlank()));
        StoreJournal journal = journal();
        Optional<Version> newest = newest(journal.read(), name);
        if (newest.isPresent() && version.repeats(newest.get())) {
            return new Pushed(newest.get(), false);
        }
        journal.append(version);
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

    /** Every push, the oldest first. */
    public List<Version> versions() {
        return journal().read();
    }

    /** The newest version of each name, by name. */
    public List<Version> newest() {
        Map<String, Version> newest = new LinkedHashMap<>();
        versions().forEach(version -> newest.put(version.name(), version));
        return newest.values().stream().sorted((a, b) -> a.name().compareTo(b.name())).toList();
    }

    private static Optional<Version> newest(List<Version> versions, String name) {
        return versions.stream()
                .filter(version -> version.name().equals(name))
                .reduce((earlier, later) -> later);
    }

    /**
     * The version that a user means by {@code NAME}, {@code NAME@sha256:DIGITS}, {@code
     * sha256:DIGITS} or the digits alone; of a name, the newest.
     */
    public Version version(String text) {
        String plain = text.startsWith("dataset:") ? text.substring("dataset:".length()) : text;
        int at = plain.indexOf("@sha256:");
        String name = at < 0 ? plain : plain.substring(0, at);
        String digits =
                at >= 0
                        ? plain.substring(at + "@sha256:".length())
                        : plain.startsWith("sha256:") ? plain.substring("sha256:".length()) : plain;
        List<Version> found =
                versions().stream()
                        .filter(
                                version ->
                                        at >= 0
                                                ? version.name().equals(name)
                                                        && version.sha256().startsWith(digits)
                                                : version.name().equals(plain)
                                                        || (digits.length() >= 12
                                                                && version.sha256()
                                                                        .startsWith(digits)))
                        .toList();
        if (found.isEmpty()) {
            throw new DataException(
                    "no data set "
                            + Words.quoted(text)
                            + " is kept in "
                            + root
                            + known()
                            + ". Keep one: tagwerk data push FILE");
        }
        List<String> digests = found.stream().map(Version::sha256).distinct().toList();
        boolean byName = found.getFirst().name().equals(plain);
        if (!byName && digests.size() > 1) {
            throw new DataException(
                    Words.quoted(text)
                            + " may mean "
                            + String.join(" or ", digests)
                            + "; write more of the digest");
        }
        return found.getLast();
    }

    private String known() {
        List<String> names = newest().stream().map(Version::name).limit(10).toList();
        return names.isEmpty() ? ", which is empty" : "; there are " + String.join(", ", names);
    }

    Version find(DataRef.Stored ref) {
        return version(ref.name() + ref.sha256().map(digest -> "@sha256:" + digest).orElse(""));
    }

    /**
     * The kept bytes.
     *
     * @throws DataException when they are gone or are not what was pushed
     */
    public Path intact(Version version) {
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

    /** What the version was made from, and that from, and so on. */
    public List<Version> ancestors(Version version) {
        List<Version> all = versions();
        List<Version> ancestors = new ArrayList<>();
        List<String> seen = new ArrayList<>(List.of(version.sha256()));
        Optional<String> parent = version.enrichedFrom();
        while (parent.isPresent() && !seen.contains(parent.get())) {
            String sha256 = parent.get();
            seen.add(sha256);
            Optional<Version> found =
                    all.stream()
                            .filter(one -> one.sha256().equals(sha256))
                            .reduce((earlier, later) -> later);
            found.ifPresent(ancestors::add);
            parent = found.flatMap(Version::enrichedFrom);
        }
        return ancestors;
    }

    /** What was made from the version's bytes. */
    public List<Version> derived(Version version) {
        return versions().stream()
                .filter(one -> one.enrichedFrom().equals(Optional.of(version.sha256())))
                .toList();
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

    /** What a file says of itself when nothing else is said about it. */
    private record Summary(Optional<String> format, long rows) {
        static Summary of(Path file) {
            long rows = 0;
            try (RowStream stream =
                    RowStream.open(file, DataFormat.AUTO, Columns.none(), ReadLimits.defaults())) {
                for (Optional<RowStream.Item> item = stream.next();
                        item.isPresent();
                        item = stream.next()) {
                    rows += item.get() instanceof RowStream.Good ? 1 : 0;
                }
                return new Summary(
                        rows == 0 ? Optional.empty() : Optional.of(stream.format().word()), rows);
            } catch (DataException needsColumnsOrIsNoRowFile) {
                return new Summary(Optional.empty(), 0);
            }
        }
    }
}
