package dev.tagwerk.hub;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * An HTTP/1.1 server on a bare socket, so that it can do what no proper server would: cut
 * connections, lie about lengths, drip.
 */
public final class TinyServer implements AutoCloseable {
    /** A request's head; header names in lower case. */
    public record Request(String method, String target, Map<String, String> headers) {
        String path() {
            return target.contains("?") ? target.substring(0, target.indexOf('?')) : target;
        }

        String query() {
            return target.contains("?") ? target.substring(target.indexOf('?') + 1) : "";
        }

        String header(String name) {
            return headers.getOrDefault(name.toLowerCase(Locale.ROOT), "");
        }
    }

    /**
     * A response.
     *
     * @param length what Content-Length says
     * @param cutAfter bytes of the body after which the connection is cut
     * @param chunk bytes sent at a time, with a pause of {@code pauseMillis} after each
     */
    public record Response(
            int status,
            Map<String, String> headers,
            byte[] body,
            long length,
            long cutAfter,
            int chunk,
            long pauseMillis) {
        static Response of(int status, byte[] body) {
            return new Response(
                    status,
                    new TreeMap<>(String.CASE_INSENSITIVE_ORDER),
                    body,
                    body.length,
                    Long.MAX_VALUE,
                    1 << 16,
                    0);
        }

        static Response of(int status, String body) {
            return of(status, body.getBytes(StandardCharsets.UTF_8));
        }

        Response with(String name, String value) {
            headers.put(name, value);
            return this;
        }

        Response withBody(byte[] other) {
            return new Response(status, headers, other, length, cutAfter, chunk, pauseMillis);
        }

        Response claiming(long otherLength) {
            return new Response(status, headers, body, otherLength, cutAfter, chunk, pauseMillis);
        }

        Response cutAfter(long bytes) {
            return new Response(status, headers, body, length, bytes, chunk, pauseMillis);
        }

        Response dripping(int bytes, long millis) {
            return new Response(status, headers, body, length, cutAfter, bytes, millis);
        }
    }

    private final ServerSocket socket;
    private final Function<Request, Response> answers;
    private final List<Request> seen = Collections.synchronizedList(new ArrayList<>());
    private final List<Socket> open = Collections.synchronizedList(new ArrayList<>());

    TinyServer(Function<Request, Response> answers) throws IOException {
        this.socket = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
        this.answers = answers;
        Thread.ofVirtual().start(this::accept);
    }

    public String address() {
        return "http://127.0.0.1:" + socket.getLocalPort();
    }

    /** Every request so far. */
    List<Request> seen() {
        synchronized (seen) {
            return List.copyOf(seen);
        }
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                Socket connection = socket.accept();
                connection.setTcpNoDelay(true);
                open.add(connection);
                Thread.ofVirtual().start(() -> serve(connection));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Socket connection) {
        try (connection) {
            InputStream in = new BufferedInputStream(connection.getInputStream());
            OutputStream out = connection.getOutputStream();
            while (true) {
                List<String> head = head(in);
                if (head.isEmpty()) {
                    return;
                }
                Request request = request(head);
                seen.add(request);
                if (!send(answers.apply(request), request, out)) {
                    return;
                }
            }
        } catch (IOException | InterruptedException gone) {
            // the client, or the test, has ended it
        }
    }

    private static List<String> head(InputStream in) throws IOException {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c >= 0; c = in.read()) {
            if (c == '\n') {
                if (line.isEmpty()) {
                    return lines;
                }
                lines.add(line.toString());
                line.setLength(0);
            } else if (c != '\r') {
                line.append((char) c);
            }
        }
        return List.of();
    }

    private static Request request(List<String> head) {
        String[] first = head.getFirst().split(" ");
        Map<String, String> headers = new TreeMap<>();
        for (String line : head.subList(1, head.size())) {
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        // a proxy is asked for whole addresses
        return new Request(first[0], first[1].replaceFirst("^http://[^/]+", ""), headers);
    }

    /** Whether the connection stays open. */
    private static boolean send(Response response, Request request, OutputStream out)
            throws IOException, InterruptedException {
        if (response.cutAfter() < 0) {
            return false;
        }
        StringBuilder head = new StringBuilder("HTTP/1.1 " + response.status() + " X\r\n");
        response.headers().forEach((name, value) -> head.append(name + ": " + value + "\r\n"));
        if (response.length() >= 0 && !response.headers().containsKey("Content-Length")) {
            head.append("Content-Length: ").append(response.length()).append("\r\n");
        }
        out.write((head + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
        out.flush();
        if (request.method().equals("HEAD")) {
            return true;
        }
        byte[] body = response.body();
        int end = (int) Math.min(body.length, response.cutAfter());
        for (int at = 0; at < end; at += response.chunk()) {
            out.write(body, at, Math.min(response.chunk(), end - at));
            out.flush();
            if (response.pauseMillis() > 0) {
                Thread.sleep(response.pauseMillis());
            }
        }
        return response.length() == body.length && end == body.length;
    }

    @Override
    public void close() throws IOException {
        socket.close();
        for (Socket connection : List.copyOf(open)) {
            connection.close();
        }
    }
}
