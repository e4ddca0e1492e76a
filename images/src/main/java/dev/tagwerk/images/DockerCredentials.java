package dev.tagwerk.images;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/**
 * What {@code docker login} and {@code podman login} kept: {@code auths}, {@code credHelpers} and
 * {@code credsStore} of their files.
 */
final class DockerCredentials {
    private static final long LIMIT = 1 << 20;

    /** The key that Docker keeps its own hub under, from the days of the first API. */
    private static final String HUB_KEY = "https://index.docker.io/v1/";

    private final Map<String, String> environment;

    DockerCredentials(Map<String, String> environment) {
        this.environment = environment;
    }

    Credential find(ImageReference image) {
        for (Path file : files()) {
            Credential found = find(file, image);
            if (!(found instanceof Credential.None)) {
                return found;
            }
        }
        return new Credential.None();
    }

    private List<Path> files() {
        List<Path> files = new ArrayList<>();
        String home = environment.getOrDefault("HOME", "");
        String runtime = environment.getOrDefault("XDG_RUNTIME_DIR", "");
        add(files, environment.getOrDefault("REGISTRY_AUTH_FILE", ""), "");
        String docker = environment.getOrDefault("DOCKER_CONFIG", "");
        add(files, docker, "config.json");
        if (docker.isEmpty()) {
            add(files, home, ".docker/config.json");
        }
        add(files, runtime, "containers/auth.json");
        add(files, home, ".config/containers/auth.json");
        return files;
    }

    private static void add(List<Path> files, String folder, String name) {
        if (!folder.isEmpty()) {
            files.add(Path.of(folder).resolve(name));
        }
    }

    private Credential find(Path file, ImageReference image) {
        if (!Files.isRegularFile(file)) {
            return new Credential.None();
        }
        JsonNode config = read(file);
        String server = image.host().equals("docker.io") ? HUB_KEY : image.host();
        String helper = Documents.text(config.path("credHelpers"), image.host());
        if (helper.isEmpty()) {
            helper = Documents.text(config.path("credHelpers"), server);
        }
        if (!helper.isEmpty()) {
            return new CredentialProgram(helper, environment).get(server);
        }
        Credential kept = kept(config.path("auths"), image, file);
        String store = Documents.text(config, "credsStore");
        return kept instanceof Credential.None && !store.isEmpty()
                ? new CredentialProgram(store, environment).get(server)
                : kept;
    }

    private static JsonNode read(Path file) {
        try {
            if (Files.size(file) > LIMIT) {
                throw new ImageException(
                        file.toString(), "the file of credentials is larger than 1 MiB", "");
            }
            return Documents.object(Files.readAllBytes(file), file.toString());
        } catch (ImageException damaged) {
            throw new ImageException(
                    file.toString(), damaged.reason(), "repair the file, or docker login again");
        } catch (IOException failure) {
            throw LocalBlobs.unreadable(file.toString(), failure);
        }
    }

    /** The entry for the longest beginning of the image's name: podman keeps some by folder. */
    private static Credential kept(JsonNode auths, ImageReference image, Path file) {
        String name = image.host() + "/" + image.repository();
        String best = "";
        Credential found = new Credential.None();
        for (Map.Entry<String, JsonNode> entry : auths.properties()) {
            String key = entry.getKey().replaceFirst("^https?://", "").replaceFirst("/+$", "");
            key = key.replaceFirst("/v[12]$", "");
            if (key.equals("index.docker.io") || key.equals("registry-1.docker.io")) {
                key = "docker.io";
            }
            if ((name + "/").startsWith(key + "/") && key.length() > best.length()) {
                Credential its = credential(entry.getValue(), file);
                if (!(its instanceof Credential.None)) {
                    best = key;
                    found = its;
                }
            }
        }
        return found;
    }

    private static Credential credential(JsonNode entry, Path file) {
        String refresh = Documents.text(entry, "identitytoken");
        if (!refresh.isEmpty()) {
            return new Credential.Refresh(refresh);
        }
        String bearer = Documents.text(entry, "registrytoken");
        if (!bearer.isEmpty()) {
            return new Credential.Bearer(bearer);
        }
        String auth = Documents.text(entry, "auth");
        if (auth.isEmpty()) {
            String user = Documents.text(entry, "username");
            return user.isEmpty()
                    ? new Credential.None()
                    : new Credential.Password(user, Documents.text(entry, "password"));
        }
        try {
            String both =
                    new String(Base64.getDecoder().decode(auth.strip()), StandardCharsets.UTF_8);
            int colon = both.indexOf(':');
            if (colon > 0) {
                // Docker pads with zeros what it once encrypted.
                return new Credential.Password(
                        both.substring(0, colon), both.substring(colon + 1).replace("\0", ""));
            }
        } catch (IllegalArgumentException noBase64) {
            // said below
        }
        throw new ImageException(
                file.toString(),
                "an `auth` in it is not a name and a password in Base64",
                "docker login again");
    }
}
