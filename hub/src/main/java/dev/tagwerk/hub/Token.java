package dev.tagwerk.hub;

/** An access token of the hub. It never shows itself. */
final class Token {
    private final String secret;

    /**
     * @throws HubException when it holds what no HTTP header may carry
     */
    Token(String secret, String origin) {
        if (secret.isEmpty() || !secret.chars().allMatch(c -> c > 0x20 && c < 0x7f)) {
            throw new HubException(
                    "the token from " + origin + " cannot be one.",
                    "it holds blanks or characters that an HTTP header cannot carry.",
                    "copy it again from https://huggingface.co/settings/tokens");
        }
        this.secret = secret;
    }

    String header() {
        return "Bearer " + secret;
    }

    @Override
    public String toString() {
        return "Token[hidden]";
    }
}
