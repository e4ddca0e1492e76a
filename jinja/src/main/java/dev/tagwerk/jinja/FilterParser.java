package dev.tagwerk.jinja;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What follows a value behind {@code |} and {@code is}. */
final class FilterParser {
    private final TokenStream tokens;
    private final ExpressionParser expressions;
    private final PrimaryParser primaries;

    FilterParser(TokenStream tokens, ExpressionParser expressions, PrimaryParser primaries) {
        this.tokens = tokens;
        this.expressions = expressions;
        this.primaries = primaries;
    }

    Expression withFilters(Expression first) {
        Expression value = first;
        for (int links = 0; ; links++) {
            expressions.link(links);
            Place at = tokens.peek().at();
            if (tokens.skipOperator("|")) {
                value = new Expression.Filtered(at, value, filter());
            } else if (tokens.skipName("is")) {
                value = test(at, value);
            } else if (tokens.peek().isOperator("(")) {
                value = new Expression.Call(at, value, primaries.arguments());
            } else {
                return value;
            }
        }
    }

    /** Filters with {@code |} between them; the first {@code |} is read already. */
    List<Expression.FilterUse> filters() {
        List<Expression.FilterUse> filters = new ArrayList<>();
        do {
            expressions.link(filters.size());
            filters.add(filter());
        } while (tokens.skipOperator("|"));
        return List.copyOf(filters);
    }

    private Expression.FilterUse filter() {
        Place at = tokens.peek().at();
        String name = tokens.name();
        Filter filter = Filters.find(name);
        if (filter == null) {
            throw unknown(at, "filter", name);
        }
        return new Expression.FilterUse(
                at,
                name,
                filter,
                tokens.peek().isOperator("(") ? primaries.arguments() : Expression.Given.NONE);
    }

    private Expression test(Place at, Expression value) {
        boolean negated = tokens.skipName("not");
        Place named = tokens.peek().at();
        String name = tokens.name();
        ValueTest test = Tests.find(name);
        if (test == null) {
            throw unknown(named, "test", name);
        }
        Expression tested = new Expression.Tested(named, value, name, test, testArguments());
        return negated ? new Expression.Not(at, tested) : tested;
    }

    /** In brackets, or one value without them: {@code is divisibleby 3}. */
    private Expression.Given testArguments() {
        Token token = tokens.peek();
        if (token.isOperator("(")) {
            return primaries.arguments();
        }
        boolean value =
                switch (token.kind()) {
                    case STRING, INTEGER, FLOAT -> true;
                    case OPERATOR -> token.isOperator("[") || token.isOperator("{");
                    case NAME ->
                            !token.isName("else") && !token.isName("or") && !token.isName("and");
                    default -> false;
                };
        if (!value) {
            return Expression.Given.NONE;
        }
        if (token.isName("is")) {
            throw tokens.fault("tests cannot be chained by `is`");
        }
        return new Expression.Given(List.of(primaries.withPostfixes()), Map.of());
    }

    private static TemplateException unknown(Place at, String what, String name) {
        return new TemplateException(
                at, "the " + what + " `" + Shown.cut(name) + "` is not known to this version");
    }
}
