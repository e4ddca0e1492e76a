package dev.tagwerk.jinja;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Tokens to statements. */
final class StatementParser {
    private final TokenStream tokens;
    private final ExpressionParser expressions;
    private int loops;
    private boolean generation;

    private StatementParser(TokenStream tokens) {
        this.tokens = tokens;
        this.expressions = new ExpressionParser(tokens);
    }

    /**
     * A template read.
     *
     * @param marksGeneration whether a {@code generation} block stands in it
     */
    record Parsed(List<Statement> body, boolean marksGeneration) {}

    static Parsed parse(String template) {
        StatementParser parser = new StatementParser(new TokenStream(Lexer.tokens(template)));
        List<Statement> body = parser.body(Set.of());
        return new Parsed(body, parser.generation);
    }

    /** Up to the tag that {@code ends} names, which stays the current token; its begin is read. */
    private List<Statement> body(Set<String> ends) {
        List<Statement> body = new ArrayList<>();
        while (true) {
            Token token = tokens.peek();
            switch (token.kind()) {
                case DATA -> {
                    tokens.next();
                    body.add(new Statement.Data(token.at(), token.text()));
                }
                case OUTPUT_BEGIN -> {
                    tokens.next();
                    Expression value = expressions.primaries().tuple(true, false, "");
                    tokens.expect(Token.Kind.OUTPUT_END, "an operator or `}}`");
                    body.add(new Statement.Output(token.at(), value));
                }
                case STATEMENT_BEGIN -> {
                    tokens.next();
                    Token tag = tokens.peek();
                    if (tag.kind() == Token.Kind.NAME && ends.contains(tag.text())) {
                        return body;
                    }
                    tokens.enter();
                    body.add(statement(ends));
                    tokens.leave();
                }
                case END_OF_TEMPLATE -> {
                    if (ends.isEmpty()) {
                        return body;
                    }
                    throw tokens.expected(
                            "`{% " + ends.stream().sorted().findFirst().get() + " %}`");
                }
                default -> throw tokens.expected("text or a tag");
            }
        }
    }

    private Statement statement(Set<String> ends) {
        Token tag = tokens.peek();
        String name = tokens.name();
        Statement statement =
                switch (name) {
                    case "if" -> branches(tag.at());
                    case "for" -> loop(tag.at());
                    case "set" -> assignment(tag.at());
                    case "macro" -> macro(tag.at());
                    case "filter" -> filterBlock(tag.at());
                    case "generation" -> generation(tag.at());
                    case "break", "continue" -> jump(tag);
                    default -> throw unknown(tag, ends);
                };
        tokens.expect(Token.Kind.STATEMENT_END, "`%}`");
        return statement;
    }

    private static TemplateException unknown(Token tag, Set<String> ends) {
        boolean closes = tag.text().startsWith("end") || tag.isName("else") || tag.isName("elif");
        return new TemplateException(
                tag.at(),
                !closes
                        ? "the tag " + tag.shown() + " is not known to this version"
                        : ends.isEmpty()
                                ? tag.shown() + " closes nothing here"
                                : tag.shown()
                                        + " stands where "
                                        + String.join(" or ", ends.stream().sorted().toList())
                                        + " is expected");
    }

    private Statement branches(Place at) {
        List<Statement.Branch> branches = new ArrayList<>();
        do {
            Expression test = expressions.primaries().tuple(false, false, "");
            tokens.expect(Token.Kind.STATEMENT_END, "an operator or `%}`");
            branches.add(new Statement.Branch(test, body(Set.of("elif", "else", "endif"))));
        } while (tokens.skipName("elif"));
        List<Statement> otherwise = List.of();
        if (tokens.skipName("else")) {
            tokens.expect(Token.Kind.STATEMENT_END, "`%}`");
            otherwise = body(Set.of("endif"));
        }
        tokens.expectName("endif");
        return new Statement.If(at, branches, otherwise);
    }

    private Statement loop(Place at) {
        Target target = targets("in");
        tokens.expectName("in");
        Expression items = expressions.primaries().tuple(false, false, "recursive");
        Optional<Expression> test =
                tokens.skipName("if") ? Optional.of(expressions.expression()) : Optional.empty();
        if (tokens.peek().isName("recursive")) {
            throw tokens.fault("recursive loops are not known to this version");
        }
        tokens.expect(Token.Kind.STATEMENT_END, "an operator or `%}`");
        loops++;
        List<Statement> body = body(Set.of("endfor", "else"));
        loops--;
        List<Statement> otherwise = List.of();
        if (tokens.skipName("else")) {
            tokens.expect(Token.Kind.STATEMENT_END, "`%}`");
            otherwise = body(Set.of("endfor"));
        }
        tokens.expectName("endfor");
        return new Statement.For(at, target, items, test, body, otherwise);
    }

    /** A target, or several with commas between them, up to the name {@code end}. */
    private Target targets(String end) {
        boolean bracketed = tokens.skipOperator("(");
        List<Target> targets = new ArrayList<>();
        boolean several = false;
        do {
            Token token = tokens.peek();
            if (token.isName(end) || token.isOperator(bracketed ? ")" : "=")) {
                break;
            }
            targets.add(target());
            several |= tokens.peek().isOperator(",");
        } while (tokens.skipOperator(","));
        if (bracketed) {
            tokens.expectOperator(")");
        }
        if (targets.isEmpty()) {
            throw tokens.expected("a name to assign to");
        }
        return several ? new Target.Unpacked(List.copyOf(targets)) : targets.getFirst();
    }

    private Target target() {
        if (tokens.peek().isOperator("(")) {
            tokens.enter();
            Target nested = targets(")");
            tokens.leave();
            return nested;
        }
        Token token = tokens.peek();
        String name = tokens.name();
        if (Set.of("true", "false", "none", "True", "False", "None").contains(name)) {
            throw new TemplateException(token.at(), token.shown() + " cannot be assigned to");
        }
        return tokens.skipOperator(".")
                ? new Target.Field(name, tokens.name())
                : new Target.Name(name);
    }

    private Statement assignment(Place at) {
        Target target = targets("=");
        if (tokens.skipOperator("=")) {
            return new Statement.Assign(at, target, expressions.primaries().tuple(true, false, ""));
        }
        List<Expression.FilterUse> filters =
                tokens.skipOperator("|") ? expressions.filters().filters() : List.of();
        return new Statement.Capture(at, target, filters, block("endset"));
    }

    private List<Statement> block(String end) {
        tokens.expect(Token.Kind.STATEMENT_END, "`%}`");
        // a loop outside of the block cannot be left from inside of it
        int outside = loops;
        loops = 0;
        List<Statement> body = body(Set.of(end));
        loops = outside;
        tokens.expectName(end);
        return body;
    }

    private Statement macro(Place at) {
        String name = tokens.name();
        tokens.expectOperator("(");
        List<Statement.Parameter> parameters = new ArrayList<>();
        while (!tokens.skipOperator(")")) {
            if (!parameters.isEmpty()) {
                tokens.expectOperator(",");
            }
            String parameter = tokens.name();
            boolean optional = tokens.skipOperator("=");
            if (!optional
                    && !parameters.isEmpty()
                    && parameters.getLast().otherwise().isPresent()) {
                throw tokens.fault(
                        "a parameter without a default stands behind one with a default");
            }
            parameters.add(
                    new Statement.Parameter(
                            parameter,
                            optional ? Optional.of(expressions.expression()) : Optional.empty()));
        }
        return new Statement.Macro(at, name, List.copyOf(parameters), block("endmacro"));
    }

    private Statement filterBlock(Place at) {
        List<Expression.FilterUse> filters = expressions.filters().filters();
        return new Statement.FilterBlock(at, filters, block("endfilter"));
    }

    private Statement generation(Place at) {
        generation = true;
        return new Statement.Generation(at, block("endgeneration"));
    }

    private Statement jump(Token tag) {
        if (loops == 0) {
            throw new TemplateException(tag.at(), tag.shown() + " stands in no loop");
        }
        return new Statement.Jump(tag.at(), tag.isName("break"));
    }
}
