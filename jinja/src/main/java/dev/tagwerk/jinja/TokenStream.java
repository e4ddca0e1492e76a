package dev.tagwerk.jinja;

import java.util.List;

/** The tokens of a template, one at a time; counts how deep the parser is nested. */
final class TokenStream {
    private static final int DEEPEST = 60;

    private final List<Token> tokens;
    private int at;
    private int depth;

    TokenStream(List<Token> tokens) {
        this.tokens = tokens;
    }

    Token peek() {
        return tokens.get(at);
    }

    Token peekNext() {
        return tokens.get(Math.min(at + 1, tokens.size() - 1));
    }

    Token next() {
        Token token = tokens.get(at);
        if (at < tokens.size() - 1) {
            at++;
        }
        return token;
    }

    boolean skipOperator(String operator) {
        boolean found = peek().isOperator(operator);
        if (found) {
            next();
        }
        return found;
    }

    boolean skipName(String name) {
        boolean found = peek().isName(name);
        if (found) {
            next();
        }
        return found;
    }

    void expectOperator(String operator) {
        if (!skipOperator(operator)) {
            throw expected("`" + operator + "`");
        }
    }

    void expectName(String name) {
        if (!skipName(name)) {
            throw expected("`" + name + "`");
        }
    }

    void expect(Token.Kind kind, String shown) {
        if (peek().kind() != kind) {
            throw expected(shown);
        }
        next();
    }

    /** Any name. */
    String name() {
        if (peek().kind() != Token.Kind.NAME) {
            throw expected("a name");
        }
        return next().text();
    }

    TemplateException expected(String what) {
        return new TemplateException(peek().at(), "expected " + what + ", not " + peek().shown());
    }

    TemplateException fault(String reason) {
        return new TemplateException(peek().at(), reason);
    }

    /** One level of brackets or blocks deeper; {@link #leave} goes back up. */
    void enter() {
        if (++depth > DEEPEST) {
            throw fault("is nested deeper than " + DEEPEST + " levels");
        }
    }

    void leave() {
        depth--;
    }
}
