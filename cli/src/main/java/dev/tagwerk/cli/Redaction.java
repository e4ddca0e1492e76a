package dev.tagwerk.cli;

import java.util.regex.Pattern;

/** Keeps what looks like a secret, and what could steer a terminal, out of what is printed. */
final class Redaction {
    private static final String HIDDEN = "[hidden]";

    /** Whole words of a variable's name, so that MONKEY and TOKENIZERS_PARALLELISM stay. */
    private static final Pattern NAME =
            Pattern.compile(
                    "(?i)(?:^|_)(?:TOKEN|SECRET|SECRETS|PASSWORD|PASSWD|PASS|PASSPHRASE|KEY|APIKEY|CREDENTIAL|CREDENTIALS|AUTH|SAS)(?:$|_)|(?i:PASSWORD|SECRET|APIKEY)");

    /** Hugging Face, GitHub, GitLab, AWS, OpenAI, Slack; web tokens; passwords in addresses. */
    private static final Pattern VALUE =
            Pattern.compile(
                    "\\bhf_[A-Za-z0-9]{16,}|\\bgh[pousr]_[A-Za-z0-9]{20,}|\\bgithub_pat_[A-Za-z0-9_]{20,}|\\bglpat-[\\w-]{16,}"
                            + "|\\bA[KS]IA[A-Z0-9]{16}\\b|\\bsk-[\\w-]{20,}|\\bxox[abpr]-[\\w-]{10,}"
                            + "|\\beyJ[\\w-]{8,}\\.[\\w-]{8,}\\.[\\w-]*|(?<=://)[^/@\\s:]+:[^/@\\s]+(?=@)"
                            + "|(?<=[?&]sig=)[^&\\s]+");

    /** {@code NAME=value} within a longer text, such as a build's instruction. */
    private static final Pattern ASSIGNED =
            Pattern.compile("\\b([A-Za-z_][A-Za-z0-9_]{0,80})=(\"[^\"]*\"|'[^']*'|\\S+)");

    private Redaction() {}

    /** A variable's value, or that it is hidden. */
    static String value(String name, String value) {
        return !value.isEmpty() && NAME.matcher(name).find() ? HIDDEN : text(value);
    }

    /** A longer text without the secrets in it. */
    static String text(String text) {
        String assigned =
                ASSIGNED.matcher(text)
                        .replaceAll(
                                match ->
                                        java.util.regex.Matcher.quoteReplacement(
                                                NAME.matcher(match.group(1)).find()
                                                        ? match.group(1) + "=" + HIDDEN
                                                        : match.group()));
        return printable(
                VALUE.matcher(assigned)
                        .replaceAll(java.util.regex.Matcher.quoteReplacement(HIDDEN)));
    }

    /** One line without control characters; what was one is shown as an escape. */
    static String printable(String text) {
        StringBuilder shown = new StringBuilder();
        text.codePoints()
                .forEach(
                        one -> {
                            int type = Character.getType(one);
                            if (Character.isISOControl(one)
                                    || type == Character.FORMAT
                                    || type == Character.SURROGATE
                                    || type == Character.LINE_SEPARATOR
                                    || type == Character.PARAGRAPH_SEPARATOR) {
                                shown.append(String.format("\\u%04x", one));
                            } else {
                                shown.appendCodePoint(one);
                            }
                        });
        return shown.toString();
    }
}
