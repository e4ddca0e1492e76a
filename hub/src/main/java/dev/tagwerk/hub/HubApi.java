package dev.tagwerk.hub;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tagwerk.spec.Nearest;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** What is asked of the hub itself, not of the hosts of its files. */
final class HubApi {
    private static final int MAX_LISTING_BYTES = 64 << 20;
    private static final int MAX_HINT_BYTES = 4 << 20;

    /** How many times longer than a silence an answer may take that comes in drops. */
    private static final int SLOW = 12;

    private final HubSettings settings;
    private final HubHttp http;
    private final Retries retries;
    private final Refusals refusals;
    private final String repository;
    private final String revision;
    private final Cancellation cancellation;

    HubApi(
            HubSettings settings,
            HubHttp http,
            Retries retries,
            Refusals refusals,
            String repository,
            String revision,
            Cancellation cancellation) {
        this.settings = settings;
        this.http = http;
        this.retries = retries;
        this.refusals = refusals;
        this.repository = repository;
        this.revision = revision;
        this.cancellation = cancellation;
    }

    /** The repository's files at the revision. */
    Listing listing() {
        URI uri =
                URI.create(
                        settings.endpoint()
                                + "/api/models/"
                                + repository
                                + "/revision/"
                                + encoded(revision)
                                + "?blobs=true");
        String what = "the list of files of " + repository;
        Answer answer = retried(what, () -> checked(what, get(uri, MAX_LISTING_BYTES)));
        return new ListingReader(String.valueOf(settings.endpoint().getHost())).read(answer.body());
    }

    private <T> T retried(String what, Retries.Attempt<T> attempt) {
        try {
            return retries.run(what, () -> 0, cancellation, attempt);
        } catch (ContentChanged impossible) {
            throw new IllegalStateException("only downloads of blobs notice changes", impossible);
        }
    }

    private Answer get(URI uri, int limit) throws IOException {
        return http.send(
                new HubHttp.Ask(
                        "GET",
                        uri,
                        Map.of(),
                        settings.etagTimeout(),
                        settings.etagTimeout().multipliedBy(SLOW),
                        false,
                        cancellation),
                (head, activity) -> new TextBody(activity, limit, false));
    }

    private Answer checked(String what, Answer answer) throws TransientFailure {
        if (answer.status() == 200) {
            return answer;
        }
        if (refusals.noRevision(answer)) {
            throw refusals.noRevision(revisions());
        }
        if (refusals.noRepository(answer)) {
            throw refusals.noRepository(namesakes());
        }
        refusals.raise(answer, what);
        throw new IllegalStateException("a refusal is always raised");
    }

    /** What may have been meant by a revision; asked once, and nothing when that fails, too. */
    private String revisions() {
        Optional<JsonNode> refs =
                hint(URI.create(settings.endpoint() + "/api/models/" + repository + "/refs"));
        List<String> names = new ArrayList<>();
        for (String kind : new String[] {"branches", "tags"}) {
            for (JsonNode ref : refs.map(node -> node.path(kind)).orElse(none())) {
                names.add(Shown.text(ref.path("name").asText("")));
            }
        }
        return Nearest.to(revision, names)
                .map(near -> "did you mean " + repository + "@" + near + "?")
                .orElse(
                        names.isEmpty()
                                ? ""
                                : "it has "
                                        + String.join(
                                                ", ", names.subList(0, Math.min(8, names.size())))
                                        + (names.size() > 8 ? ", ..." : "")
                                        + ".");
    }

    /** Which of the owner's models has a like name. */
    private String namesakes() {
        String owner = repository.substring(0, Math.max(0, repository.indexOf('/')));
        if (owner.isEmpty()) {
            return "";
        }
        Optional<JsonNode> models =
                hint(
                        URI.create(
                                settings.endpoint()
                                        + "/api/models?limit=500&author="
                                        + encoded(owner)));
        List<String> names = new ArrayList<>();
        for (JsonNode model : models.orElse(none())) {
            names.add(Shown.text(model.path("id").asText("")));
        }
        return Nearest.to(repository, names).map(near -> "did you mean " + near + "?").orElse("");
    }

    private static JsonNode none() {
        return HubJson.make().arrayNode();
    }

    private Optional<JsonNode> hint(URI uri) {
        try {
            Answer answer = get(uri, MAX_HINT_BYTES);
            return answer.status() == 200
                    ? Optional.ofNullable(
                            HubJson.tree(new String(answer.body(), StandardCharsets.UTF_8)))
                    : Optional.empty();
        } catch (IOException noHint) {
            return Optional.empty();
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /**
     * Where a file's bytes are, having checked that the hub means the same ones as its list.
     *
     * @throws IOException when it may go better later
     */
    URI locate(RepositoryFile file, String commit, Cancellation inner) throws IOException {
        URI uri =
                URI.create(
                        settings.endpoint()
                                + "/"
                                + repository
                                + "/resolve/"
                                + commit
                                + "/"
                                + file.path().encoded());
        Answer answer =
                http.send(
                        new HubHttp.Ask(
                                "HEAD",
                                uri,
                                Map.of(),
                                settings.etagTimeout(),
                                settings.etagTimeout().multipliedBy(SLOW),
                                true,
                                inner),
                        (head, activity) -> new TextBody(activity, 0, true));
        boolean elsewhere = answer.elsewhere().isPresent();
        if (!elsewhere && answer.status() != 200) {
            refusals.raise(answer, file.path().text());
        }
        same(file, "commit", commit, answer.header("X-Repo-Commit"));
        HttpHeaders headers = answer.headers();
        Optional<String> etag = Answer.etag(headers, "X-Linked-Etag");
        same(
                file,
                "content",
                file.digest().hex(),
                etag.isPresent() || elsewhere ? etag : Answer.etag(headers, "ETag"));
        OptionalLong size = Answer.count(headers, "X-Linked-Size");
        OptionalLong length =
                size.isPresent() || elsewhere ? size : Answer.count(headers, "Content-Length");
        same(
                file,
                "length",
                String.valueOf(file.size()),
                length.isPresent()
                        ? Optional.of(String.valueOf(length.getAsLong()))
                        : Optional.empty());
        return answer.elsewhere().orElse(answer.uri());
    }

    private static void same(
            RepositoryFile file, String what, String expected, Optional<String> found) {
        if (found.isPresent() && !found.get().equals(expected)) {
            throw new HubException(
                    file.path() + ": the hub names another " + what + " than its list did.",
                    "expected " + expected + ", found " + Shown.text(found.get()) + ".",
                    "run the same command again; should it stay so, the server is at fault");
        }
    }
}
