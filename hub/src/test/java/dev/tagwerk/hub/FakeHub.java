package dev.tagwerk.hub;

import dev.tagwerk.hub.TinyServer.Request;
import dev.tagwerk.hub.TinyServer.Response;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The hub's dialect over real HTTP: a server for the API and small files, a second one, on another
 * port, for large files, which wants a signature in the address and no token. Header names and
 * statuses are those that huggingface_hub 1.33 reads (its file_download.py, utils/_http.py and
 * hf_api.py); that this client itself pulls from here is part of docs/models.md. Faults are
 * scripted.
 */
public final class FakeHub implements AutoCloseable {
    private static final Pattern API = Pattern.compile("/api/models/([^/]+/[^/]+)/revision/(.+)");
    private static final Pattern TREE = Pattern.compile("/api/models/([^/]+/[^/]+)/tree/(.+)");
    private static final Pattern REFS = Pattern.compile("/api/models/([^/]+/[^/]+)/refs");
    private static final Pattern RESOLVE = Pattern.compile("/([^/]+/[^/]+)/resolve/([^/]+)/(.+)");
    private static final Pattern RANGE = Pattern.compile("bytes=(\\d+)-(\\d*)");

    /** What goes wrong: an answer changed, a number of times. */
    private record Fault(
            Predicate<Request> when, AtomicInteger left, UnaryOperator<Response> change) {}

    private final TinyServer hub;
    private final TinyServer blobs;
    private final Map<String, FakeRepository> repositories = new ConcurrentHashMap<>();
    private final Map<String, String> renamed = new ConcurrentHashMap<>();
    private final List<Fault> faults = new CopyOnWriteArrayList<>();
    private final AtomicInteger signatures = new AtomicInteger();
    volatile String token = "";
    volatile String listing = "";
    volatile int oldestSignature;

    public FakeHub() throws IOException {
        this.hub = new TinyServer(request -> faulty(request, answer(request)));
        this.blobs = new TinyServer(request -> faulty(request, blob(request)));
    }

    public FakeHub with(FakeRepository repository) {
        repositories.put(repository.name, repository);
        return this;
    }

    FakeHub renamed(String from, String to) {
        renamed.put(from, to);
        return this;
    }

    /** Changes answers: the next {@code times} that fit. */
    FakeHub fault(int times, Predicate<Request> when, UnaryOperator<Response> change) {
        faults.add(new Fault(when, new AtomicInteger(times), change));
        return this;
    }

    static Predicate<Request> path(String part) {
        return request -> request.target().contains(part);
    }

    static Predicate<Request> get(String part) {
        return request -> request.method().equals("GET") && request.target().contains(part);
    }

    public String address() {
        return hub.address();
    }

    List<Request> seen() {
        return hub.seen();
    }

    List<Request> seenByBlobHost() {
        return blobs.seen();
    }

    private Response faulty(Request request, Response good) {
        for (Fault fault : faults) {
            if (fault.when().test(request) && fault.left().getAndDecrement() > 0) {
                return fault.change().apply(good);
            }
        }
        return good;
    }

    private Response answer(Request request) {
        Matcher api = API.matcher(request.path());
        if (api.matches()) {
            return list(api.group(1), decoded(api.group(2)), request);
        }
        Matcher tree = TREE.matcher(request.path());
        if (tree.matches()) {
            return tree(tree.group(1));
        }
        Matcher refs = REFS.matcher(request.path());
        if (refs.matches()) {
            return refs(refs.group(1));
        }
        if (request.path().equals("/api/models")) {
            return Response.of(
                            200,
                            "["
                                    + String.join(
                                            ",",
                                            repositories.keySet().stream()
                                                    .map(id -> "{\"id\":\"" + id + "\"}")
                                                    .toList())
                                    + "]")
                    .with("Content-Type", "application/json");
        }
        Matcher resolve = RESOLVE.matcher(request.path());
        return resolve.matches()
                ? resolve(resolve.group(1), resolve.group(2), decoded(resolve.group(3)), request)
                : Response.of(404, "");
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    private Response list(String name, String revision, Request request) {
        if (renamed.containsKey(name)) {
            return Response.of(307, "")
                    .with("Location", request.target().replace(name, renamed.get(name)));
        }
        FakeRepository repository = repositories.get(name);
        if (repository == null) {
            return Response.of(401, "{\"error\":\"Repository not found\"}")
                    .with("X-Error-Code", "RepoNotFound")
                    .with("X-Error-Message", "Repository not found");
        }
        String commit = repository.revisions.get(revision);
        if (commit == null) {
            return Response.of(404, "{\"error\":\"Invalid rev id\"}")
                    .with("X-Error-Code", "RevisionNotFound")
                    .with("X-Error-Message", "Invalid rev id: " + revision);
        }
        if (!listing.isEmpty()) {
            return Response.of(200, listing).with("Content-Type", "application/json");
        }
        StringBuilder siblings = new StringBuilder();
        repository.files.forEach(
                (path, file) ->
                        siblings.append(siblings.isEmpty() ? "" : ",")
                                .append("{\"rfilename\":\"" + path + "\"")
                                .append(",\"blobId\":\"" + file.gitId() + "\"")
                                .append(",\"size\":" + file.bytes().length)
                                .append(file.large() ? lfs(file, "sha256") : "")
                                .append('}'));
        return Response.of(
                        200,
                        "{\"id\":\""
                                + name
                                + "\",\"sha\":\""
                                + commit
                                + "\",\"gated\":"
                                + repository.gated
                                + ",\"cardData\":"
                                + repository.card
                                + ",\"siblings\":["
                                + siblings
                                + "]}")
                .with("Content-Type", "application/json");
    }

    private static String lfs(FakeRepository.Entry file, String digest) {
        return ",\"lfs\":{\"%s\":\"%s\",\"size\":%d,\"pointerSize\":130}"
                .formatted(digest, file.sha256(), file.bytes().length);
    }

    private Response tree(String name) {
        StringBuilder entries = new StringBuilder();
        repositories
                .get(name)
                .files
                .forEach(
                        (path, file) ->
                                entries.append(entries.isEmpty() ? "" : ",")
                                        .append("{\"type\":\"file\",\"path\":\"" + path + "\"")
                                        .append(",\"oid\":\"" + file.gitId() + "\"")
                                        .append(",\"size\":" + file.bytes().length)
                                        .append(file.large() ? lfs(file, "oid") : "")
                                        .append('}'));
        return Response.of(200, "[" + entries + "]").with("Content-Type", "application/json");
    }

    private Response refs(String name) {
        FakeRepository repository = repositories.get(name);
        StringBuilder branches = new StringBuilder();
        repository
                .revisions
                .keySet()
                .forEach(
                        revision ->
                                branches.append(branches.isEmpty() ? "" : ",")
                                        .append("{\"name\":\"" + revision + "\"}"));
        return Response.of(200, "{\"branches\":[" + branches + "],\"tags\":[]}");
    }

    private Response resolve(String name, String commit, String path, Request request) {
        if (renamed.containsKey(name)) {
            return Response.of(307, "")
                    .with("Location", request.target().replace(name, renamed.get(name)));
        }
        FakeRepository repository = repositories.get(name);
        boolean open =
                repository.gated.equals("false")
                        || request.header("Authorization").equals("Bearer " + token);
        if (!open) {
            return Response.of(request.header("Authorization").isEmpty() ? 401 : 403, "")
                    .with("X-Error-Code", "GatedRepo")
                    .with("X-Error-Message", "Access to model " + name + " is restricted.");
        }
        FakeRepository.Entry file = repository.files.get(path);
        if (file == null || !repository.revisions.containsKey(commit)) {
            return Response.of(404, "")
                    .with("X-Error-Code", "EntryNotFound")
                    .with("X-Repo-Commit", repository.commit);
        }
        if (file.large()) {
            return Response.of(302, "Found. Redirecting")
                    .with("X-Repo-Commit", repository.commit)
                    .with("X-Linked-Etag", '"' + file.etag() + '"')
                    .with("X-Linked-Size", String.valueOf(file.bytes().length))
                    .with(
                            "Location",
                            // by another name, since clients tell hosts apart by theirs
                            blobs.address().replace("127.0.0.1", "localhost")
                                    + "/"
                                    + name
                                    + "/"
                                    + file.sha256()
                                    + "?signature="
                                    + signatures.incrementAndGet());
        }
        return ranged(request, file.bytes(), '"' + file.etag() + '"')
                .with("X-Repo-Commit", repository.commit);
    }

    private Response blob(Request request) {
        if (!request.header("Authorization").isEmpty()) {
            return Response.of(400, "Only one auth mechanism allowed");
        }
        Matcher signature = Pattern.compile("signature=(\\d+)").matcher(request.query());
        if (!signature.matches() || Integer.parseInt(signature.group(1)) < oldestSignature) {
            return Response.of(403, "Request has expired");
        }
        String sha = request.path().substring(request.path().lastIndexOf('/') + 1);
        for (FakeRepository repository : repositories.values()) {
            for (FakeRepository.Entry file : repository.files.values()) {
                if (file.sha256().equals(sha)) {
                    return ranged(request, file.bytes(), "\"of-the-blob-host-" + sha + "\"");
                }
            }
        }
        return Response.of(404, "");
    }

    /** RFC 9110, sections 13.1.5 and 14.2. */
    private static Response ranged(Request request, byte[] bytes, String etag) {
        Matcher range = RANGE.matcher(request.header("Range"));
        String condition = request.header("If-Range");
        if (!range.matches() || !(condition.isEmpty() || condition.equals(etag))) {
            return Response.of(200, bytes).with("ETag", etag).with("Accept-Ranges", "bytes");
        }
        int from = Integer.parseInt(range.group(1));
        int to =
                range.group(2).isEmpty()
                        ? bytes.length
                        : Math.min(bytes.length, Integer.parseInt(range.group(2)) + 1);
        if (from >= bytes.length) {
            return Response.of(416, "").with("Content-Range", "bytes */" + bytes.length);
        }
        return Response.of(206, Arrays.copyOfRange(bytes, from, to))
                .with("ETag", etag)
                .with("Content-Range", "bytes " + from + "-" + (to - 1) + "/" + bytes.length);
    }

    @Override
    public void close() throws IOException {
        hub.close();
        blobs.close();
    }
}
