package dev.tagwerk.jinja;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Operators, from those that bind least to those that bind most; the order is Jinja's. */
final class ExpressionParser {
    /** A chain is a tree as deep as it is long. */
    private static final int LONGEST_CHAIN = 100;

    private final TokenStream tokens;
    private final PrimaryParser primaries;
    private final FilterParser filters;

    ExpressionParser(TokenStream tokens) {
        this.tokens = tokens;
        this.primaries = new PrimaryParser(tokens, this);
        this.filters = new FilterParser(tokens, this, primaries);
    }

    PrimaryParser primaries() {
        return primaries;
    }

    FilterParser filters() {
        return filters;
    }

    /** With {@code a if b else c}. */
    Expression expression() {
        tokens.enter();
        Expression value = withoutConditional();
        int links = 0;
        while (tokens.peek().isName("if")) {
            link(++links);
            Place at = tokens.next().at();
            Expression test = withoutConditional();
            Optional<Expression> otherwise =
                    tokens.skipName("else") ? Optional.of(expression()) : Optional.empty();
            value = new Expression.Conditional(at, value, test, otherwise);
        }
        tokens.leave();
        return value;
    }

    /** As after {@code in} of a {@code for}, where {@code if} means something else. */
    Expression withoutConditional() {
        Expression left = conjunction();
        int links = 0;
        while (tokens.peek().isName("or")) {
            link(++links);
            Place at = tokens.next().at();
            left = new Expression.Logical(at, left, false, conjunction());
        }
        return left;
    }

    private Expression conjunction() {
        Expression left = negation();
        int links = 0;
        while (tokens.peek().isName("and")) {
            link(++links);
            Place at = tokens.next().at();
            left = new Expression.Logical(at, left, true, negation());
        }
        return left;
    }

    private Expression negation() {
        if (!tokens.peek().isName("not")) {
            return comparison();
        }
        tokens.enter();
        Place at = tokens.next().at();
        Expression value = negation();
        tokens.leave();
        return new Expression.Not(at, value);
    }

    private Expression comparison() {
        Place at = tokens.peek().at();
        Expression first = sum();
        List<Expression.Comparison> comparisons = new ArrayList<>();
        for (Optional<Expression.Relation> relation = relation();
                relation.isPresent();
                relation = relation()) {
            link(comparisons.size());
            comparisons.add(new Expression.Comparison(relation.get(), sum()));
        }
        return comparisons.isEmpty() ? first : new Expression.Compared(at, first, comparisons);
    }

    private Optional<Expression.Relation> relation() {
        Token token = tokens.peek();
        if (token.isName("not") && tokens.peekNext().isName("in")) {
            tokens.next();
            tokens.next();
            return Optional.of(Expression.Relation.NOT_IN);
        }
        Optional<Expression.Relation> found =
                token.isName("in")
                        ? Optional.of(Expression.Relation.IN)
                        : token.kind() != Token.Kind.OPERATOR
                                ? Optional.empty()
                                : switch (token.text()) {
                                    case "==" -> Optional.of(Expression.Relation.EQUAL);
                                    case "!=" -> Optional.of(Expression.Relation.UNEQUAL);
                                    case "<" -> Optional.of(Expression.Relation.LESS);
                                    case "<=" -> Optional.of(Expression.Relation.LESS_OR_EQUAL);
                                    case ">" -> Optional.of(Expression.Relation.GREATER);
                                    case ">=" -> Optional.of(Expression.Relation.GREATER_OR_EQUAL);
                                    default -> Optional.empty();
                                };
        found.ifPresent(relation -> tokens.next());
        return found;
    }

    private Expression sum() {
        return chain(List.of(Arithmetic.Operator.ADD, Arithmetic.Operator.SUBTRACT), this::join);
    }

    private Expression join() {
        return chain(List.of(Arithmetic.Operator.JOIN), this::product);
    }

    private Expression product() {
        return chain(
                List.of(
                        Arithmetic.Operator.MULTIPLY,
                        Arithmetic.Operator.DIVIDE,
                        Arithmetic.Operator.DIVIDE_DOWN,
                        Arithmetic.Operator.REMAINDER),
                this::power);
    }

    private Expression power() {
        return chain(List.of(Arithmetic.Operator.POWER), () -> signed(true));
    }

    private interface Level {
        Expression parse();
    }

    private Expression chain(List<Arithmetic.Operator> operators, Level operand) {
        Expression left = operand.parse();
        int links = 0;
        while (true) {
            Token token = tokens.peek();
            Optional<Arithmetic.Operator> operator =
                    operators.stream().filter(one -> token.isOperator(one.sign())).findFirst();
            if (operator.isEmpty()) {
                return left;
            }
            link(++links);
            tokens.next();
            left = new Expression.Computed(token.at(), operator.get(), left, operand.parse());
        }
    }

    private Expression signed(boolean filtered) {
        Token token = tokens.peek();
        Expression value;
        if (token.isOperator("-") || token.isOperator("+")) {
            tokens.enter();
            tokens.next();
            value = new Expression.Signed(token.at(), signed(false), token.isOperator("-"));
            tokens.leave();
        } else {
            value = primaries.withPostfixes();
            // what stands behind a sign has its postfixes; filters apply to the signed value
            return filtered ? filters.withFilters(value) : value;
        }
        value = primaries.postfixes(value);
        return filtered ? filters.withFilters(value) : value;
    }

    void link(int links) {
        if (links > LONGEST_CHAIN) {
            throw tokens.fault("more than " + LONGEST_CHAIN + " operators in a row");
        }
    }
}
