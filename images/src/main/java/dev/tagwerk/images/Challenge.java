package dev.tagwerk.images;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a registry wants to see, out of {@code WWW-Authenticate} (RFC 9110, 11.6.1).
 *
 * @param scheme {@code bearer} or {@code basic}
 * @param parameters by lower-case name
 */
record Challenge(String scheme, Map<String, String> parameters) {
    private static final Pattern SCHEME = Pattern.compile("\\s*([A-Za-z]+)(?:\\s+|$)");
    private static final Pattern PARAMETER =
            Pattern.compile(
                    "\\G[\\s,]*([A-Za-z0-9_-]+)\\s*=\\s*(?:\"((?:[^\"\\\\]|\\\\.)*)\"|([^\\s,\"]+))");

    /** The one to answer: a token before a password. */
    static Optional<Challenge> of(List<String> headers) {
        Optional<Challenge> basic = Optional.empty();
        for (String header : headers) {
            if (header.length() > 8192) {
                continue;
            }
            Challenge challenge = parse(header);
            if (challenge.scheme().equals("bearer")) {
                return Optional.of(challenge);
            }
            if (challenge.scheme().equals("basic")) {
                basic = Optional.of(challenge);
            }
        }
        return basic;
    }

    private static Challenge parse(String header) {
        Matcher scheme = SCHEME.matcher(header);
        if (!scheme.lookingAt()) {
            return new Challenge("", Map.of());
        }
        Map<String, String> parameters = new TreeMap<>();
        Matcher parameter = PARAMETER.matcher(header);
        parameter.region(scheme.end(), header.length());
        while (parameter.find()) {
            String quoted = parameter.group(2);
            parameters.put(
                    parameter.group(1).toLowerCase(Locale.ROOT),
                    quoted == null ? parameter.group(3) : quoted.replaceAll("\\\\(.)", "$1"));
        }
        return new Challenge(scheme.group(1).toLowerCase(Locale.ROOT), parameters);
    }

    String parameter(String name) {
        return parameters.getOrDefault(name, "");
    }
}
