package dev.tagwerk.evaluate;

/** Text made safe for HTML. */
final class Html {
    private Html() {}

    static String escape(String text) {
        StringBuilder out = new StringBuilder(text.length() + 16);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append("&quot;");
                case '\'' -> out.append("&#39;");
                default -> {
                    // control characters are no HTML text, and those that turn the direction of
                    // writing make a name look like another one
                    boolean turns = c >= 0x202A && c <= 0x202E || c >= 0x2066 && c <= 0x2069;
                    boolean allowed = (c >= 0x20 || c == '\n' || c == '\t') && !turns;
                    out.append(allowed ? c : '\uFFFD');
                }
            }
        }
        return out.toString();
    }
}
