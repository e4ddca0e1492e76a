package dev.tagwerk.hub;

import dev.tagwerk.modelfiles.HubCache;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What the environment says about the hub; the variables are those of {@code huggingface_hub}.
 *
 * @param endpoint {@code HF_ENDPOINT}, without a slash at its end
 * @param token {@code HF_TOKEN}, else what {@code hf auth login} left behind
 * @param offline no request is made
 * @param links whether snapshots may consist of symbolic links
 * @param etagTimeout how long the hub may be silent about what it has
 * @param downloadTimeout how long a file's bytes may stop coming
 * @param telemetry whether requests may say which version asks
 */
record HubSettings(
        URI endpoint,
        HubCache cache,
        Optional<Token> token,
        boolean offline,
        boolean links,
        Duration etagTimeout,
        Duration downloadTimeout,
        boolean telemetry) {
    private static final Set<String> YES = Set.of("1", "ON", "YES", "TRUE");
    private static final long MAX_TOKEN_BYTES = 4096;

    static HubSettings of(Map<String, String> environment) {
        return new HubSettings(
                endpoint(environment),
                HubCache.fromEnvironment(environment),
                token(environment),
                flag(environment, "HF_HUB_OFFLINE") || flag(environment, "TRANSFORMERS_OFFLINE"),
                !flag(environment, "HF_HUB_DISABLE_SYMLINKS"),
                seconds(environment, "HF_HUB_ETAG_TIMEOUT"),
                seconds(environment, "HF_HUB_DOWNLOAD_TIMEOUT"),
                !flag(environment, "HF_HUB_DISABLE_TELEMETRY")
                        && !flag(environment, "DISABLE_TELEMETRY")
                        && !flag(environment, "DO_NOT_TRACK"));
    }

    private static boolean flag(Map<String, String> environment, String name) {
        return YES.contains(environment.getOrDefault(name, "").toUpperCase(Locale.ROOT));
    }

    private static Duration seconds(Map<String, String> environment, String name) {
        String text = environment.getOrDefault(name, "");
        if (text.isEmpty()) {
            return Duration.ofSeconds(10);
        }
        try {
            int seconds = Integer.parseInt(text.strip());
            if (seconds >= 1 && seconds <= 86_400) {
                return Duration.ofSeconds(seconds);
            }
        } catch (NumberFormatException notANumber) {
            // said below
        }
        throw new HubException(
                name + "='" + Shown.text(text) + "' is no time.",
                "it counts whole seconds, from 1 to 86400.",
                name + "=30");
    }

    private static URI endpoint(Map<String, String> environment) {
        String text = environment.getOrDefault("HF_ENDPOINT", "").strip();
        if (text.isEmpty()) {
            return URI.create("https://huggingface.co");
        }
        try {
            URI uri = URI.create(text.replaceFirst("/+$", ""));
            boolean web = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
            if (web
                    && uri.getHost() != null
                    && uri.getRawUserInfo() == null
                    && uri.getRawQuery() == null
                    && uri.getRawFragment() == null) {
                return uri;
            }
        } catch (IllegalArgumentException malformed) {
            // said below
        }
        throw new HubException(
                "HF_ENDPOINT='" + Shown.text(text) + "' is no address of a hub.",
                "it is the address of a web server such as https://huggingface.co.",
                "unset HF_ENDPOINT");
    }

    private static Optional<Token> token(Map<String, String> environment) {
        if (flag(environment, "HF_HUB_DISABLE_IMPLICIT_TOKEN")) {
            return Optional.empty();
        }
        for (String name : new String[] {"HF_TOKEN", "HUGGING_FACE_HUB_TOKEN"}) {
            String text = environment.getOrDefault(name, "").strip();
            if (!text.isEmpty()) {
                return Optional.of(new Token(text, name));
            }
        }
        String path = environment.getOrDefault("HF_TOKEN_PATH", "");
        Path file = path.isEmpty() ? HubCache.home(environment).resolve("token") : Path.of(path);
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        try {
            if (Files.size(file) > MAX_TOKEN_BYTES) {
                throw new HubException(
                        file + " is too large to hold a token.", "", "hf auth login");
            }
            String text = Files.readString(file).strip();
            return text.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new Token(text, file.toString()));
        } catch (IOException unreadable) {
            throw new HubException(
                    "the token in " + file + " cannot be read.",
                    unreadable.toString(),
                    "set HF_TOKEN, or HF_HUB_DISABLE_IMPLICIT_TOKEN=1 to ask without a token");
        }
    }

    /** What requests call themselves. */
    String userAgent() {
        String version = HubSettings.class.getPackage().getImplementationVersion();
        return telemetry && version != null ? "tagwerk/" + version : "tagwerk";
    }

    /** Whether the token would travel readable for everybody on the way. */
    boolean tokenInClear() {
        String host = String.valueOf(endpoint.getHost());
        boolean here = host.equals("localhost") || host.startsWith("127.") || host.equals("[::1]");
        return token.isPresent() && "http".equals(endpoint.getScheme()) && !here;
    }

    /** Whether an address belongs to the hub: the token goes nowhere else. */
    boolean isHub(URI uri) {
        return Origin.of(uri).equals(Origin.of(endpoint));
    }
}
