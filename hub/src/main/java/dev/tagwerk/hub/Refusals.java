package dev.tagwerk.hub;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What an answer that is no good means; the hub's own words for it are in {@code X-Error-Code}. */
final class Refusals {
    private static final Pattern RESETS =
            Pattern.compile("r\\s*=\\s*0\\s*;\\s*t\\s*=\\s*(\\d{1,6})");

    private final HubSettings settings;
    private final String repository;
    private final String revision;
    private final Clock clock;

    Refusals(HubSettings settings, String repository, String revision, Clock clock) {
        this.settings = settings;
        this.repository = repository;
        this.revision = revision;
        this.clock = clock;
    }

    /**
     * Throws what fits a status that is neither 200 nor 206.
     *
     * @param what what was asked for
     * @throws TransientFailure when it may go better later
     * @throws HubException else
     */
    void raise(Answer answer, String what) throws TransientFailure {
        String code = answer.header("X-Error-Code").orElse("");
        String said = said(answer);
        int status = answer.status();
        if (status == 408 || status == 429 || status >= 500) {
            throw new TransientFailure("status " + status + said, retryAfter(answer));
        }
        if (code.equals("GatedRepo")) {
            throw gated(status, said);
        }
        if (said.contains("Access to this resource is disabled")) {
            throw new HubException(repository + " has been disabled on the hub.", said.strip(), "");
        }
        if (status == 401 && said.contains("Invalid credentials")) {
            throw new HubException(
                    "the hub does not know this token (status 401).",
                    "it has expired, was revoked, or is not one of this hub's.",
                    "make a new one at " + settings.endpoint() + "/settings/tokens, set HF_TOKEN");
        }
        if (noRevision(answer)) {
            throw noRevision("");
        }
        if (code.equals("EntryNotFound")) {
            throw new HubException(
                    what + " is no longer in " + repository + ".",
                    "",
                    "run the same command again");
        }
        if (noRepository(answer)) {
            throw noRepository("");
        }
        if (status == 403) {
            throw new HubException(
                    "the hub refuses " + what + " (status 403).",
                    "the token may not read it." + said,
                    "give the token the right to read " + repository + ", or use another");
        }
        throw new HubException(
                what + ": the server answered with status " + status + ".",
                said.strip(),
                settings.isHub(answer.uri())
                        ? "check HF_ENDPOINT (" + settings.endpoint() + ")"
                        : "run the same command again");
    }

    boolean noRevision(Answer answer) {
        return answer.header("X-Error-Code").orElse("").equals("RevisionNotFound");
    }

    /** Whether there is no such repository; the hub says 401 for it to whom it does not know. */
    boolean noRepository(Answer answer) {
        String code = answer.header("X-Error-Code").orElse("");
        return code.equals("RepoNotFound")
                || (code.isEmpty()
                        && (answer.status() == 404
                                || (answer.status() == 401
                                        && !said(answer).contains("Invalid credentials"))));
    }

    /**
     * @param hint what may have been meant; empty when nothing is near
     */
    HubException noRevision(String hint) {
        return new HubException(repository + " has no revision '" + revision + "'.", hint, "");
    }

    HubException noRepository(String hint) {
        String where = String.valueOf(settings.endpoint().getHost());
        return new HubException(
                where
                        + " has no repository "
                        + repository
                        + " that can be read"
                        + (settings.token().isEmpty() ? " without a token." : " with this token."),
                hint.isEmpty() ? "the name is misspelt, or the repository is private." : hint,
                settings.token().isEmpty() ? "when it is private: set HF_TOKEN" : "");
    }

    private HubException gated(int status, String said) {
        String page = settings.endpoint() + "/" + repository;
        if (settings.token().isEmpty()) {
            return new HubException(
                    repository
                            + " is gated: its licence must be accepted first (status "
                            + status
                            + ").",
                    "no token was sent: neither HF_TOKEN is set, nor did `hf auth login` leave one.",
                    "accept the licence at "
                            + page
                            + ", make a token at "
                            + settings.endpoint()
                            + "/settings/tokens, set HF_TOKEN");
        }
        return new HubException(
                repository
                        + " is gated, and this token's account may not read it (status "
                        + status
                        + ").",
                "its licence has not been accepted, the request is still open, or the token may"
                        + " not read gated repositories."
                        + said,
                "accept the licence at " + page + " with the token's account");
    }

    /** What the server says for people, as a half-sentence; empty when it says nothing. */
    private static String said(Answer answer) {
        String text = answer.header("X-Error-Message").orElse("");
        if (text.isEmpty() && answer.header("Content-Type").orElse("").contains("json")) {
            Matcher error =
                    Pattern.compile("\"error\"\\s*:\\s*\"([^\"\\\\]{1,300})\"")
                            .matcher(new String(answer.body(), StandardCharsets.UTF_8));
            text = error.find() ? error.group(1) : "";
        }
        return text.isEmpty() ? "" : " (the server says: " + Shown.text(text) + ")";
    }

    private Optional<Duration> retryAfter(Answer answer) {
        String text = answer.header("Retry-After").orElse("").strip();
        if (text.matches("[0-9]{1,9}")) {
            return Optional.of(Duration.ofSeconds(Long.parseLong(text)));
        }
        if (!text.isEmpty()) {
            try {
                Instant then =
                        ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
                Duration left = Duration.between(clock.instant(), then);
                return Optional.of(left.isNegative() ? Duration.ZERO : left);
            } catch (DateTimeParseException unknown) {
                return Optional.empty();
            }
        }
        Matcher window = RESETS.matcher(answer.header("RateLimit").orElse(""));
        return answer.status() == 429 && window.find()
                ? Optional.of(Duration.ofSeconds(Long.parseLong(window.group(1))))
                : Optional.empty();
    }
}
