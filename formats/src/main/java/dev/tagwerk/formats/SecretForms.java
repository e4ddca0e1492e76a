package dev.tagwerk.formats;

import java.util.regex.Pattern;

/** By what secrets are recognised: their own form, or the name of what holds them. */
public final class SecretForms {
    /** Forms that are secrets wherever they stand: their issuers gave them a mark. */
    private static final Pattern MARKED =
            Pattern.compile(
                    "\\bhf_[A-Za-z0-9]{30,}"
                            + "|\\bgh[pousr]_[A-Za-z0-9]{36,}"
                            + "|\\bgithub_pat_[A-Za-z0-9_]{50,}"
                            + "|\\bglpat-[A-Za-z0-9_-]{20,}"
                            + "|\\bsk-(?:proj-|ant-)?[A-Za-z0-9_-]{32,}"
                            + "|\\bAKIA[0-9A-Z]{16}\\b"
                            + "|\\bxox[abp]-[A-Za-z0-9-]{20,}"
                            + "|AccountKey=[A-Za-z0-9+/]{60,}={0,2}"
                            + "|[?&]sig=[A-Za-z0-9%]{30,}"
                            + "|-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----");

    private static final Pattern NAME =
            Pattern.compile(
                    "(?i)(?:.*_)?(?:token|password|passwd|secret|api_?key|access_?key|account_?key"
                            + "|credentials?)");
    private static final Pattern PLACEHOLDER =
            Pattern.compile(
                    "(?i).*(?:\\$|<|>|\\{\\{|%\\(|example|changeme|change-me|replace|your[-_ ]|xxx"
                            + "|dummy|\\.\\.\\.).*|[*x0]+|none|null|true|false|/.*|");

    private SecretForms() {}

    /** Whether a text holds something that is a secret by its form. */
    public static boolean isMarked(String text) {
        return text.length() < 100_000 && MARKED.matcher(text).find();
    }

    /** A text with what is a secret by its form taken out. */
    static String without(String text) {
        return MARKED.matcher(text).replaceAll("<secret>");
    }

    /** A line with stars for what is a secret by its form. */
    public static String masked(String line) {
        return line.length() >= 100_000
                ? line
                : MARKED.matcher(line).replaceAll(secret -> "*".repeat(secret.group().length()));
    }

    /** Whether a variable of this name usually holds a secret. */
    public static boolean isName(String variable) {
        return NAME.matcher(variable).matches();
    }

    /** Whether a text only stands for a value, or is too short or too plain to be a secret. */
    public static boolean isPlaceholder(String text) {
        return text.length() < 8 || PLACEHOLDER.matcher(text).matches();
    }
}
