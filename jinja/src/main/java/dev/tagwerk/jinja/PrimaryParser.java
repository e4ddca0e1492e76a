package dev.tagwerk.jinja;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Literals, names, and what is hung on them: attributes, items, calls. */
final class PrimaryParser {
    private final TokenStream tokens;
    private final ExpressionParser expressions;

    PrimaryParser(TokenStream tokens, ExpressionParser expressions) {
        this.tokens = tokens;
        this.expressions = expressions;
    }

    Expression withPostfixes() {
        return postfixes(primary());
    }

    private Expression primary() {
        Token token = tokens.peek();
        return switch (token.kind()) {
            case NAME -> name(tokens.next());
            case STRING -> strings();
            case INTEGER, FLOAT -> new Expression.Constant(token.at(), number(tokens.next()));
            case OPERATOR -> bracketed(token.at());
            case DATA, OUTPUT_BEGIN, OUTPUT_END, STATEMENT_BEGIN, STATEMENT_END, END_OF_TEMPLATE ->
                    throw tokens.expected("a value");
        };
    }

    private Expression bracketed(Place at) {
        if (tokens.skipOperator("(")) {
            Expression inner = tuple(true, true, "");
            tokens.expectOperator(")");
            return inner;
        }
        if (tokens.skipOperator("[")) {
            return list(at);
        }
        if (tokens.skipOperator("{")) {
            return mapping(at);
        }
        throw tokens.expected("a value");
    }

    private static Expression name(Token token) {
        return switch (token.text()) {
            case "true", "True" -> new Expression.Constant(token.at(), Value.Flag.TRUE);
            case "false", "False" -> new Expression.Constant(token.at(), Value.Flag.FALSE);
            case "none", "None" -> new Expression.Constant(token.at(), Value.None.NONE);
            default -> new Expression.Variable(token.at(), token.text());
        };
    }

    /** Strings that stand side by side are one. */
    private Expression strings() {
        Token first = tokens.next();
        StringBuilder text = new StringBuilder(first.text());
        while (tokens.peek().kind() == Token.Kind.STRING) {
            text.append(tokens.next().text());
        }
        return new Expression.Constant(first.at(), new Value.Text(text.toString()));
    }

    private static Value number(Token token) {
        try {
            return token.kind() == Token.Kind.INTEGER
                    ? new Value.Whole(Long.parseLong(token.text()))
                    : new Value.Real(Double.parseDouble(token.text()));
        } catch (NumberFormatException e) {
            throw new TemplateException(token.at(), token.shown() + " does not fit into 64 bits");
        }
    }

    /**
     * One expression, or several with commas between them.
     *
     * @param conditional whether {@code a if b else c} may stand here
     * @param bracketed whether nothing at all is an empty tuple
     * @param endName a name that ends the list
     */
    Expression tuple(boolean conditional, boolean bracketed, String endName) {
        Place at = tokens.peek().at();
        List<Expression> items = new ArrayList<>();
        boolean tuple = false;
        while (!endsTuple(endName)) {
            items.add(conditional ? expressions.expression() : expressions.withoutConditional());
            if (!tokens.skipOperator(",")) {
                break;
            }
            tuple = true;
        }
        if (!tuple && items.size() == 1) {
            return items.getFirst();
        }
        if (items.isEmpty() && !bracketed) {
            throw tokens.expected("a value");
        }
        return new Expression.Items(at, List.copyOf(items), true);
    }

    private boolean endsTuple(String endName) {
        Token token = tokens.peek();
        return token.kind() == Token.Kind.OUTPUT_END
                || token.kind() == Token.Kind.STATEMENT_END
                || token.isOperator(")")
                || (!endName.isEmpty() && token.isName(endName));
    }

    private Expression list(Place at) {
        List<Expression> items = new ArrayList<>();
        while (!tokens.skipOperator("]")) {
            if (!items.isEmpty()) {
                tokens.expectOperator(",");
                if (tokens.skipOperator("]")) {
                    break;
                }
            }
            items.add(expressions.expression());
        }
        return new Expression.Items(at, List.copyOf(items), false);
    }

    private Expression mapping(Place at) {
        List<Expression.Entry> entries = new ArrayList<>();
        while (!tokens.skipOperator("}")) {
            if (!entries.isEmpty()) {
                tokens.expectOperator(",");
                if (tokens.skipOperator("}")) {
                    break;
                }
            }
            Expression key = expressions.expression();
            tokens.expectOperator(":");
            entries.add(new Expression.Entry(key, expressions.expression()));
        }
        return new Expression.Entries(at, List.copyOf(entries));
    }

    Expression postfixes(Expression first) {
        Expression value = first;
        for (int links = 0; ; links++) {
            expressions.link(links);
            Place at = tokens.peek().at();
            if (tokens.skipOperator(".")) {
                value = attribute(at, value);
            } else if (tokens.skipOperator("[")) {
                value = subscript(at, value);
            } else if (tokens.peek().isOperator("(")) {
                value = new Expression.Call(at, value, arguments());
            } else {
                return value;
            }
        }
    }

    private Expression attribute(Place at, Expression object) {
        Token token = tokens.peek();
        if (token.kind() == Token.Kind.INTEGER) {
            tokens.next();
            return new Expression.Item(
                    at, object, new Expression.Constant(token.at(), number(token)));
        }
        return new Expression.Attribute(at, object, tokens.name());
    }

    private Expression subscript(Place at, Expression object) {
        Optional<Expression> from = sliceBound();
        if (tokens.skipOperator(":")) {
            Optional<Expression> to = sliceBound();
            Optional<Expression> step = tokens.skipOperator(":") ? sliceBound() : Optional.empty();
            tokens.expectOperator("]");
            return new Expression.Slice(at, object, from, to, step);
        }
        if (tokens.peek().isOperator(",")) {
            throw tokens.fault("several indexes at once are not known to this version");
        }
        tokens.expectOperator("]");
        return new Expression.Item(
                at, object, from.orElseThrow(() -> tokens.fault("expected an index")));
    }

    private Optional<Expression> sliceBound() {
        boolean none = tokens.peek().isOperator(":") || tokens.peek().isOperator("]");
        return none ? Optional.empty() : Optional.of(expressions.expression());
    }

    Expression.Given arguments() {
        tokens.expectOperator("(");
        List<Expression> positional = new ArrayList<>();
        Map<String, Expression> named = new LinkedHashMap<>();
        boolean first = true;
        while (!tokens.skipOperator(")")) {
            if (!first) {
                tokens.expectOperator(",");
                if (tokens.skipOperator(")")) {
                    break;
                }
            }
            first = false;
            argument(positional, named);
        }
        return new Expression.Given(List.copyOf(positional), named);
    }

    private void argument(List<Expression> positional, Map<String, Expression> named) {
        Token token = tokens.peek();
        if (token.isOperator("*") || token.isOperator("**")) {
            throw tokens.fault(
                    "arguments spread by " + token.shown() + " are not known to this version");
        }
        if (token.kind() == Token.Kind.NAME && tokens.peekNext().isOperator("=")) {
            tokens.next();
            tokens.next();
            if (named.put(token.text(), expressions.expression()) != null) {
                throw new TemplateException(
                        token.at(), "the argument " + token.shown() + " is given twice");
            }
            return;
        }
        if (!named.isEmpty()) {
            throw tokens.fault("an argument without a name stands behind one with a name");
        }
        positional.add(expressions.expression());
    }
}
