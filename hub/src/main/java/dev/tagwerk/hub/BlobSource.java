package dev.tagwerk.hub;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One file at the place where its bytes are: on the hub, or at a host that the hub points to with
 * an address that expires.
 *
 * <p>Thread-safe: parts share it.
 */
final class BlobSource {
    private static final Pattern RANGE =
            Pattern.compile("bytes (\\d{1,18})-(\\d{1,18})/(\\d{1,18})");

    private final HubApi api;
    private final HubHttp http;
    private final HubSettings settings;
    private final Refusals refusals;
    private final RepositoryFile file;
    private final String commit;

    private @Nullable URI place;
    private Optional<String> mark = Optional.empty();

    BlobSource(
            HubApi api,
            HubHttp http,
            HubSettings settings,
            Refusals refusals,
            RepositoryFile file,
            String commit) {
        this.api = api;
        this.http = http;
        this.settings = settings;
        this.refusals = refusals;
        this.file = file;
        this.commit = commit;
    }

    /**
     * Fetches some bytes.
     *
     * @param from first byte
     * @param to byte after the last
     * @throws TransientFailure when it may go better later
     * @throws ContentChanged when what comes does not continue what came before
     */
    void fetch(long from, long to, PartBody body, Cancellation cancellation) throws IOException {
        URI uri = place(cancellation);
        boolean whole = from == 0 && to == file.size();
        Map<String, String> headers = new HashMap<>();
        if (!whole) {
            headers.put("Range", "bytes=" + from + "-" + (to - 1));
            mark().ifPresent(etag -> headers.put("If-Range", etag));
        }
        Answer answer =
                http.send(
                        new HubHttp.Ask(
                                "GET",
                                uri,
                                headers,
                                settings.downloadTimeout(),
                                // slow lines are no fault
                                Duration.ofDays(365),
                                false,
                                cancellation),
                        (head, activity) -> accept(head, from, to, body.watchedBy(activity)));
        if (answer.good()) {
            return;
        }
        forget(uri);
        if (answer.status() == 416) {
            throw new ContentChanged("the server has fewer bytes than its list says", false);
        }
        if (!settings.isHub(answer.uri()) && answer.status() >= 400 && answer.status() < 500) {
            // a signed address has expired: the hub is asked for another
            throw new TransientFailure("the file's host answered with status " + answer.status());
        }
        refusals.raise(answer, file.path().text());
    }

    private BodySubscriber<byte[]> accept(ResponseInfo head, long from, long to, PartBody body) {
        Optional<IOException> fault = fault(head.statusCode(), head.headers(), from, to);
        return fault.isPresent() ? new RefusedBody(fault.get()) : body;
    }

    /** What is wrong with an answer, judged by its head. */
    private Optional<IOException> fault(int status, HttpHeaders headers, long from, long to) {
        boolean whole = from == 0 && to == file.size();
        if (!headers.firstValue("Content-Encoding").orElse("identity").equals("identity")) {
            return Optional.of(
                    new TransientFailure("the server sent packed bytes, not the file's"));
        }
        Optional<String> etag = headers.firstValue("ETag").filter(tag -> tag.startsWith("\""));
        if (changed(etag)) {
            return Optional.of(new ContentChanged("the server has other content now", false));
        }
        if (status == 200 && !whole) {
            return Optional.of(new ContentChanged("the server sends no parts of files", true));
        }
        if (status == 200) {
            OptionalLong length = Answer.count(headers, "Content-Length");
            return length.isPresent() && length.getAsLong() != file.size()
                    ? Optional.of(wrongLength(length.getAsLong()))
                    : Optional.empty();
        }
        Matcher range = RANGE.matcher(headers.firstValue("Content-Range").orElse(""));
        if (!range.matches() || whole) {
            return Optional.of(new TransientFailure("the server does not say which part it sent"));
        }
        if (Long.parseLong(range.group(3)) != file.size()) {
            return Optional.of(wrongLength(Long.parseLong(range.group(3))));
        }
        return Long.parseLong(range.group(1)) != from || Long.parseLong(range.group(2)) != to - 1
                ? Optional.of(new TransientFailure("the server sent another part than asked for"))
                : Optional.empty();
    }

    private TransientFailure wrongLength(long length) {
        return new TransientFailure(
                "the server has " + length + " bytes, its list says " + file.size());
    }

    /** Remembers how the first answer was marked; later ones must be marked the same. */
    private synchronized boolean changed(Optional<String> etag) {
        if (mark.isEmpty()) {
            mark = etag;
        }
        return etag.isPresent() && !mark.equals(etag);
    }

    private synchronized Optional<String> mark() {
        return mark;
    }

    private synchronized URI place(Cancellation cancellation) throws IOException {
        URI known = place;
        if (known == null) {
            known = api.locate(file, commit, cancellation);
            place = known;
        }
        return known;
    }

    private synchronized void forget(URI used) {
        if (used.equals(place)) {
            place = null;
        }
    }

    /** Begins anew, with no memory of earlier answers. */
    synchronized void reset() {
        place = null;
        mark = Optional.empty();
    }
}
