package dev.tagwerk.data;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.stream.Stream;
import org.duckdb.DuckDBDriver;

/**
 * DuckDB in this process, with a temporary folder of its own and nothing else of the machine but
 * the files it is given: no network, no extension, no other file. Loading this class is what loads
 * its native library.
 */
final class DuckDb implements AutoCloseable {
    private static final String LIBRARY = "libduckdb_java";
    private static final int MEMORY_MEGABYTES = 512;

    private final Path folder;
    private final Connection connection;

    private DuckDb(Path folder, Connection connection) {
        this.folder = folder;
        this.connection = connection;
    }

    /**
     * Opens a session.
     *
     * @param files all that it may read and write
     */
    static DuckDb with(List<Path> files) {
        Path folder;
        try {
            folder = Files.createTempDirectory("tagwerk-data-");
        } catch (IOException e) {
            throw new DataException(
                    "cannot make a temporary folder: " + e + "; set TMPDIR to a folder with room",
                    e);
        }
        try {
            Connection connection = connect(folder);
            dropUnpackedLibrary();
            DuckDb db = new DuckDb(folder, connection);
            db.shutOff(files);
            return db;
        } catch (SQLException | LinkageError e) {
            delete(folder);
            throw new DataException(
                    "DuckDB, which reads Parquet and CSV files, does not start: "
                            + firstLine(e)
                            + "; it unpacks a library of about 60 MB into "
                            + System.getProperty("java.io.tmpdir")
                            + ", which must have room and allow programs to run; TMPDIR names"
                            + " another folder",
                    e);
        }
    }

    private static Connection connect(Path folder) throws SQLException {
        Properties settings = new Properties();
        String own = folder.toString();
        for (String place :
                List.of(
                        "temp_directory",
                        "home_directory",
                        "extension_directory",
                        "secret_directory")) {
            settings.put(place, own);
        }
        settings.put("threads", "1");
        settings.put("memory_limit", MEMORY_MEGABYTES + "MB");
        settings.put("autoinstall_known_extensions", "false");
        settings.put("autoload_known_extensions", "false");
        settings.put("allow_community_extensions", "false");
        settings.put("jdbc_stream_results", "true");
        return new DuckDBDriver().connect("jdbc:duckdb:", settings);
    }

    private void shutOff(List<Path> files) throws SQLException {
        String allowed =
                String.join(", ", files.stream().map(Path::toString).map(DuckDb::text).toList());
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET allowed_paths = [" + allowed + "]");
            statement.execute("SET enable_external_access = false");
            statement.execute("SET lock_configuration = true");
        }
    }

    /**
     * The driver unpacks its library into a temporary file and removes it when the process ends in
     * peace. What is mapped needs no name: it is removed at once, so that a kill leaves nothing.
     */
    private static void dropUnpackedLibrary() {
        Path maps = Path.of("/proc/self/maps");
        if (!Files.isReadable(maps)) {
            return;
        }
        try (Stream<String> lines = Files.lines(maps)) {
            for (String line : lines.filter(one -> one.contains(LIBRARY)).distinct().toList()) {
                String path = line.substring(Math.max(0, line.indexOf('/')));
                if (path.startsWith("/") && path.contains("/" + LIBRARY)) {
                    Files.deleteIfExists(Path.of(path));
                }
            }
        } catch (IOException | RuntimeException unknown) {
            // It stays until the process ends, as the driver meant it to.
            return;
        }
    }

    Statement statement() throws SQLException {
        return connection.createStatement();
    }

    /** A text as SQL has it. */
    static String text(String value) {
        return "'" + value.replace("'", "''") + "'";
    }

    /** A name as SQL has it. */
    static String name(String value) {
        return "\"" + value.replace("\"", "\"\"") + "\"";
    }

    /** What DuckDB says, without its advice on SQL. */
    static String firstLine(Throwable failure) {
        String message = String.valueOf(failure.getMessage());
        int error = message.indexOf("\nError: ");
        if (error >= 0) {
            message = message.substring(error + "\nError: ".length());
        }
        for (String remark : List.of("\n", "Possible fixes", "LINE 1:")) {
            int at = message.indexOf(remark);
            message = at > 0 ? message.substring(0, at) : message;
        }
        return Words.visible(message.strip(), 300);
    }

    /** Whether DuckDB gave up for want of memory. */
    static boolean outOfMemory(SQLException failure) {
        return String.valueOf(failure.getMessage())
                .toLowerCase(Locale.ROOT)
                .contains("out of memory");
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new DataException("cannot close DuckDB: " + firstLine(e), e);
        } finally {
            delete(folder);
        }
    }

    private static void delete(Path folder) {
        try {
            Files.walkFileTree(
                    folder,
                    new SimpleFileVisitor<>() {
                        @Override
                        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                                throws IOException {
                            Files.deleteIfExists(file);
                            return FileVisitResult.CONTINUE;
                        }

                        @Override
                        public FileVisitResult postVisitDirectory(
                                Path visited,
                                @org.jspecify.annotations.Nullable IOException failure)
                                throws IOException {
                            Files.deleteIfExists(visited);
                            return FileVisitResult.CONTINUE;
                        }
                    });
        } catch (IOException leftOver) {
            // A folder that cannot be emptied is a folder of the temporary folder: not worth
            // failing.
            return;
        }
    }
}
