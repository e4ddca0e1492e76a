package dev.tagwerk.pricefeed;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;

/**
 * The three publishers, in the shapes they were recorded in, with faults by script. Each fault is
 * for one request of its publisher.
 */
final class FakePublishers implements AutoCloseable {
    enum Fault {
        BUSY,
        BROKEN,
        FORBIDDEN,
        CUT,
        WEB_PAGE,
        NO_JSON,
        TOO_SLOW,
        REDIRECT
    }

    private final HttpServer server;
    private final Map<String, Deque<Fault>> faults = new HashMap<>();
    private final Map<String, List<String>> pages = new HashMap<>();
    private final List<String> asked = Collections.synchronizedList(new ArrayList<>());
    String retryAfter = "";
    String ovh = ovh(3_216_667, 5_166_667);
    String ecb = ecb("2026-11-30", "1.1628");

    FakePublishers() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/azure", exchange -> answer("azure", exchange));
        server.createContext("/ovh", exchange -> answer("ovh", exchange));
        server.createContext("/ecb", exchange -> answer("ecb", exchange));
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
    }

    Publishers addresses() {
        return new Publishers(at("/azure/api/retail/prices"), at("/ovh"), at("/ecb"));
    }

    private URI at(String path) {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
    }

    void fails(String publisher, Fault... inTurn) {
        faults.computeIfAbsent(publisher, none -> new ArrayDeque<>()).addAll(List.of(inTurn));
    }

    /** Items of a service, page by page. */
    void azure(String service, String... itemsByPage) {
        pages.put(service, List.of(itemsByPage));
    }

    List<String> asked() {
        return List.copyOf(asked);
    }

    private void answer(String publisher, HttpExchange exchange) throws IOException {
        asked.add(exchange.getRequestURI().toString());
        Fault fault = faults.getOrDefault(publisher, new ArrayDeque<>()).poll();
        if (fault != null) {
            fail(fault, exchange);
            return;
        }
        switch (publisher) {
            case "azure" -> send(exchange, 200, "application/json", azure(exchange));
            case "ovh" -> send(exchange, 200, "application/json", ovh);
            default -> send(exchange, 200, "text/xml", ecb);
        }
    }

    private void fail(Fault fault, HttpExchange exchange) throws IOException {
        switch (fault) {
            case BUSY -> {
                if (!retryAfter.isEmpty()) {
                    exchange.getResponseHeaders().set("Retry-After", retryAfter);
                }
                send(exchange, 429, "application/json", "{\"error\": \"slow down\"}");
            }
            case BROKEN -> send(exchange, 500, "text/plain", "oops");
            case FORBIDDEN -> send(exchange, 403, "text/plain", "no");
            case WEB_PAGE -> send(exchange, 200, "text/html; charset=utf-8", "<html>Log in</html>");
            case NO_JSON -> send(exchange, 200, "application/json", "{\"Items\": [{\"retail");
            case REDIRECT -> {
                exchange.getResponseHeaders().set("Location", "http://127.0.0.1:1/");
                send(exchange, 302, "text/plain", "");
            }
            case CUT -> {
                // A length is promised that does not come.
                exchange.sendResponseHeaders(200, 5000);
                exchange.getResponseBody().write("{\"Items\": [".getBytes(StandardCharsets.UTF_8));
                // Else the client sees a connection without answer, and asks again by itself.
                exchange.getResponseBody().flush();
                exchange.close();
            }
            case TOO_SLOW -> {
                exchange.getResponseHeaders().set("Content-Type", "application/json");
                exchange.sendResponseHeaders(200, 100);
                exchange.getResponseBody().flush();
                // Never closed: the reader's own limit ends it.
            }
        }
    }

    private static void send(HttpExchange exchange, int status, String type, String text)
            throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private String azure(HttpExchange exchange) {
        String query =
                URLDecoder.decode(exchange.getRequestURI().getRawQuery(), StandardCharsets.UTF_8);
        String service =
                pages.keySet().stream().filter(query::contains).findFirst().orElse("nothing");
        List<String> all = pages.getOrDefault(service, List.of(""));
        int page =
                query.contains("$skip=")
                        ? Integer.parseInt(query.replaceFirst(".*\\$skip=", ""))
                        : 0;
        String next =
                all.get(page).equals("ENDLESS")
                        ? link(exchange, page)
                        : page + 1 < all.size() ? link(exchange, page + 1) : "null";
        String items = all.get(page).equals("ENDLESS") ? "" : all.get(page);
        return "{\"BillingCurrency\":\"USD\",\"CustomerEntityId\":\"Default\",\"Items\":["
                + items
                + "],\"NextPageLink\":"
                + (foreignLink.isEmpty() ? next : "\"" + foreignLink + "\"")
                + ",\"Count\":1}";
    }

    String foreignLink = "";

    private String link(HttpExchange exchange, int page) {
        return "\""
                + at(exchange.getRequestURI().getRawPath())
                + "?"
                + exchange.getRequestURI().getRawQuery().replaceFirst("&\\$skip=.*", "")
                + "&$skip="
                + page
                + "\"";
    }

    /** A row as documented: the one of West US 2 of 2026-09-19, with another meter and price. */
    static String row(String region, String meter, String price, String unit) {
        return item(region, meter, price, unit, "2024-01-01T00:00:00Z", "");
    }

    static String item(
            String region, String meter, String price, String unit, String since, String sku) {
        return ("{\"currencyCode\":\"USD\",\"tierMinimumUnits\":0.0,\"retailPrice\":%s,\"unitPrice\":%s,"
                        + "\"armRegionName\":\"%s\",\"location\":\"US West 2\",\"effectiveStartDate\":\"%s\","
                        + "\"meterId\":\"2711ef08\",\"meterName\":\"%s\",\"productId\":\"DZH318Z0\","
                        + "\"productName\":\"Azure Container Apps\",\"skuName\":\"Standard\","
                        + "\"serviceName\":\"Azure Container Apps\",\"serviceFamily\":\"Containers\","
                        + "\"unitOfMeasure\":\"%s\",\"type\":\"Consumption\",\"isPrimaryMeterRegion\":true,"
                        + "\"armSkuName\":\"%s\"}")
                .formatted(price, price, region, since, meter, unit, sku);
    }

    static String ovh(long v100s, long h100) {
        return ("{\"catalogId\":1,\"locale\":{\"currencyCode\":\"EUR\",\"subsidiary\":\"FR\",\"taxRate\":20},"
                        + "\"plans\":[],\"addons\":[{\"planCode\":\"ai-training.ai1-1-gpu.minute.consumption\","
                        + "\"invoiceName\":\"ai1-1-gpu\",\"pricings\":[{\"capacities\":[\"consumption\"],\"price\":%d}]},"
                        + "{\"planCode\":\"ai-training.h100-1-gpu.minute.consumption\","
                        + "\"pricings\":[{\"capacities\":[\"consumption\"],\"price\":%d}]},"
                        + "{\"planCode\":\"ai-notebook.ai1-1-gpu.minute.consumption\",\"pricings\":[]},"
                        + "{\"planCode\":\"d2-8.consumption\",\"pricings\":[{\"capacities\":[\"consumption\"],\"price\":7}]}]}")
                .formatted(v100s, h100);
    }

    static String ecb(String day, String rate) {
        return """
                <?xml version="1.0" encoding="UTF-8"?>
                <gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
                  <gesmes:subject>Reference rates</gesmes:subject>
                  <gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender>
                  <Cube><Cube time='%s'><Cube currency='USD' rate='%s'/><Cube currency='JPY' rate='171.2'/></Cube></Cube>
                </gesmes:Envelope>
                """
                .formatted(day, rate);
    }

    @Override
    public void close() {
        server.stop(0);
    }

    static FakePublishers start() {
        try {
            return new FakePublishers();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
