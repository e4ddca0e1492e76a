package dev.tagwerk.images;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An image of Tagwerk that is to be made.
 *
 * @param base what it stands on
 * @param java a runtime of Java 25, such as {@code jlink} makes
 * @param release the release archive, or the folder that it was unpacked to
 * @param natives whether with libtorch, for commands that compute
 * @param platform what machines it is for
 * @param user uid, or uid:gid, that it runs as
 * @param name written into the layout as the image's name; may be empty
 * @param environment further variables
 * @param labels further labels
 * @param time every file's time and the image's, seconds since 1970
 * @param target an OCI layout, or with {@code .tar} at its end a tar of one
 * @param replace whether an older image at the target may be replaced
 */
public record BuildRequest(
        Base base,
        Path java,
        Path release,
        boolean natives,
        Platform platform,
        String user,
        String name,
        Map<String, String> environment,
        Map<String, String> labels,
        long time,
        Path target,
        boolean replace) {
    private static final Pattern USER = Pattern.compile("[0-9]{1,10}(?::[0-9]{1,10})?");
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._/:@-]{0,255}");
    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,127}");
    private static final Pattern LABEL = Pattern.compile("[A-Za-z0-9._/-]{1,255}");

    /** What an image stands on. */
    public sealed interface Base {
        /** An image that exists. */
        record Image(ImageSource source) implements Base {}

        /** A folder with a root file system, such as debootstrap makes. */
        record Root(Path folder) implements Base {}
    }

    public BuildRequest {
        environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
        labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
        require(USER, user, "--user", "65532:65532 (numbers: a root may have no such name)");
        require(NAME, name, "--name", "tagwerk:0.1.0");
        environment.keySet().forEach(key -> require(VARIABLE, key, "--env", "NAME=VALUE"));
        labels.keySet().forEach(key -> require(LABEL, key, "--label", "org.example.team=ml"));
        if (time < 0 || time > 8_589_934_591L) {
            throw new ImageException(
                    "SOURCE_DATE_EPOCH",
                    time + " is no time that a tar can hold",
                    "seconds since 1970: SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)");
        }
    }

    private static void require(Pattern form, String text, String option, String example) {
        if (!form.matcher(text).matches()) {
            throw new ImageException(
                    option,
                    "`" + Names.shown(text) + "` is not of its form",
                    option + " " + example);
        }
    }

    /** Whether the layout goes into one file. */
    boolean asTar() {
        return target.toString().endsWith(".tar");
    }

    Optional<String> named() {
        return name.isEmpty() ? Optional.empty() : Optional.of(name);
    }
}
