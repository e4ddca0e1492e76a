package dev.tagwerk.images;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;

/**
 * A program that keeps passwords: {@code docker-credential-NAME get}, the server's name on its
 * input.
 */
final class CredentialProgram {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");
    private static final int SECONDS = 15;
    private static final int LIMIT = 1 << 20;

    private final String name;
    private final Map<String, String> environment;

    CredentialProgram(String name, Map<String, String> environment) {
        this.name = name;
        this.environment = environment;
    }

    Credential get(String server) {
        String program = "docker-credential-" + name;
        if (!NAME.matcher(name).matches()) {
            throw new ImageException(
                    "credential helper `" + Names.shown(name) + "`",
                    "this is no helper's name",
                    "");
        }
        Optional<Path> found = program(program);
        // Without its helper Docker would fail; a public image can be had all the same.
        return found.isEmpty() ? new Credential.None() : run(found.get(), server);
    }

    private Optional<Path> program(String program) {
        for (String folder : environment.getOrDefault("PATH", "").split(":", -1)) {
            Path file = Path.of(folder.isEmpty() ? "/nowhere" : folder).resolve(program);
            if (Files.isRegularFile(file) && Files.isExecutable(file)) {
                return Optional.of(file);
            }
        }
        return Optional.empty();
    }

    private Credential run(Path program, String server) {
        ProcessBuilder builder = new ProcessBuilder(program.toString(), "get");
        builder.environment().clear();
        builder.environment().putAll(environment);
        builder.redirectError(ProcessBuilder.Redirect.DISCARD);
        try {
            Process process = builder.start();
            try {
                CompletableFuture<byte[]> answer =
                        CompletableFuture.supplyAsync(() -> read(process.getInputStream()));
                try (OutputStream in = process.getOutputStream()) {
                    in.write(server.getBytes(StandardCharsets.UTF_8));
                } catch (IOException closed) {
                    // a helper that does not read says so by its exit code
                }
                byte[] bytes = answer.get(SECONDS, TimeUnit.SECONDS);
                if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
                    throw late(program);
                }
                // The protocol has one failure for "I keep nothing for this server" and for others.
                return process.exitValue() == 0
                        ? credential(bytes, program)
                        : new Credential.None();
            } finally {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
        } catch (TimeoutException slow) {
            throw late(program);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new ImageException(program.toString(), "waiting for it was interrupted", "");
        } catch (IOException | ExecutionException failure) {
            throw new ImageException(
                    program.toString(), "the helper could not be run: " + failure.getMessage(), "");
        }
    }

    private static byte[] read(InputStream in) {
        try {
            return in.readNBytes(LIMIT);
        } catch (IOException gone) {
            return new byte[0];
        }
    }

    private static ImageException late(Path program) {
        return new ImageException(
                program.toString(),
                "the helper did not answer within " + SECONDS + " s",
                "see whether it waits for a password; docker login again");
    }

    private static Credential credential(byte[] bytes, Path program) {
        JsonNode node = Documents.object(bytes, program.toString());
        String user = Documents.text(node, "Username");
        String secret = Documents.text(node, "Secret");
        if (secret.isEmpty()) {
            return new Credential.None();
        }
        return user.equals("<token>")
                ? new Credential.Refresh(secret)
                : new Credential.Password(user, secret);
    }
}
