package dev.tagwerk.jinja;

import java.util.List;
import java.util.Optional;

/** A part of a template that is carried out. */
sealed interface Statement {
    /** Where it stands, for messages. */
    Place at();

    /** Text outside of tags. */
    record Data(Place at, String text) implements Statement {}

    /** <code>{{ value }}</code>. */
    record Output(Place at, Expression value) implements Statement {}

    /** {@code {% if %}} with its {@code elif}s. */
    record If(Place at, List<Branch> branches, List<Statement> otherwise) implements Statement {}

    /** One condition and what it guards. */
    record Branch(Expression test, List<Statement> body) {}

    /** {@code {% for target in items if test %}}; {@code otherwise} runs when there was no item. */
    record For(
            Place at,
            Target target,
            Expression items,
            Optional<Expression> test,
            List<Statement> body,
            List<Statement> otherwise)
            implements Statement {}

    /** {@code {% set target = value %}}. */
    record Assign(Place at, Target target, Expression value) implements Statement {}

    /** {@code {% set target | filters %}…{% endset %}}. */
    record Capture(
            Place at, Target target, List<Expression.FilterUse> filters, List<Statement> body)
            implements Statement {}

    /** {@code {% filter filters %}…{% endfilter %}}. */
    record FilterBlock(Place at, List<Expression.FilterUse> filters, List<Statement> body)
            implements Statement {}

    /** {@code {% macro name(parameters) %}}. */
    record Macro(Place at, String name, List<Parameter> parameters, List<Statement> body)
            implements Statement {}

    /** A macro's parameter. */
    record Parameter(String name, Optional<Expression> otherwise) {}

    /** {@code {% generation %}}: what the model is to write. */
    record Generation(Place at, List<Statement> body) implements Statement {}

    /** {@code {% break %}}, or {@code {% continue %}}. */
    record Jump(Place at, boolean leaves) implements Statement {}
}
