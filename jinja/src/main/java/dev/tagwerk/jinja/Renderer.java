package dev.tagwerk.jinja;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Carries out statements. */
final class Renderer {
    private final Work work;
    private final Evaluator evaluator;
    private final StringBuilder output = new StringBuilder();
    private final List<Rendering.Range> generations = new ArrayList<>();

    /** Where text goes now: the output, or what a macro or block makes. */
    private StringBuilder current = output;

    Renderer(Work work, Evaluator evaluator) {
        this.work = work;
        this.evaluator = evaluator;
    }

    /** What comes after a statement. */
    private enum Flow {
        ON,
        BREAK,
        CONTINUE
    }

    Rendering render(List<Statement> body, Scope scope) {
        run(body, scope);
        return new Rendering(output.toString(), generations);
    }

    private Flow run(List<Statement> body, Scope scope) {
        work.enter();
        for (Statement statement : body) {
            evaluator.moveTo(statement.at());
            Flow flow = run(statement, scope);
            if (flow != Flow.ON) {
                work.leave();
                return flow;
            }
        }
        work.leave();
        return Flow.ON;
    }

    private Flow run(Statement statement, Scope scope) {
        switch (statement) {
            case Statement.Data data -> write(data.text());
            case Statement.Output shown -> {
                Value value = evaluator.evaluate(shown.value(), scope);
                evaluator.moveTo(shown.at());
                write(Printing.text(work, value));
            }
            case Statement.If choice -> {
                return choose(choice, scope);
            }
            case Statement.For loop -> {
                return loop(loop, scope);
            }
            case Statement.Assign assign ->
                    assign(assign.target(), evaluator.evaluate(assign.value(), scope), scope);
            case Statement.Capture capture -> {
                String text = captured(capture.body(), new Scope(scope));
                assign(
                        capture.target(),
                        filtered(capture.filters(), new Value.Text(text), scope),
                        scope);
            }
            case Statement.FilterBlock block -> {
                String text = captured(block.body(), new Scope(scope));
                write(Printing.text(work, filtered(block.filters(), new Value.Text(text), scope)));
            }
            case Statement.Macro macro -> scope.set(macro.name(), callable(macro, scope));
            case Statement.Generation generation -> {
                String text = captured(generation.body(), new Scope(scope));
                int start = output.length();
                generations.add(new Rendering.Range(start, start + text.length()));
                write(text);
            }
            case Statement.Jump jump -> {
                return jump.leaves() ? Flow.BREAK : Flow.CONTINUE;
            }
        }
        return Flow.ON;
    }

    private void write(String text) {
        work.spendCharacters(text.length());
        work.longest((long) current.length() + text.length());
        current.append(text);
    }

    private String captured(List<Statement> body, Scope scope) {
        StringBuilder outside = current;
        current = new StringBuilder();
        run(body, scope);
        String text = current.toString();
        current = outside;
        work.fits(text.length());
        return text;
    }

    private Value filtered(List<Expression.FilterUse> filters, Value text, Scope scope) {
        Value value = text;
        for (Expression.FilterUse filter : filters) {
            value = evaluator.filter(filter, value, scope);
        }
        return value;
    }

    private Flow choose(Statement.If choice, Scope scope) {
        for (Statement.Branch branch : choice.branches()) {
            if (evaluator.evaluate(branch.test(), scope).truth()) {
                return run(branch.body(), scope);
            }
        }
        return run(choice.otherwise(), scope);
    }

    private Flow loop(Statement.For loop, Scope scope) {
        List<Value> items = items(loop, scope);
        Loop state = new Loop(items);
        boolean completed = false;
        for (int i = 0; i < items.size(); i++) {
            work.spend(1);
            state.moveTo(i);
            Scope inner = new Scope(scope);
            assign(loop.target(), items.get(i), inner);
            inner.set("loop", state);
            Flow flow = run(loop.body(), inner);
            completed |= flow == Flow.ON;
            if (flow == Flow.BREAK) {
                break;
            }
        }
        // as in Jinja, and unlike Python: also when no body was run to its end
        return !completed ? run(loop.otherwise(), new Scope(scope)) : Flow.ON;
    }

    private List<Value> items(Statement.For loop, Scope scope) {
        Value value = evaluator.evaluate(loop.items(), scope);
        evaluator.moveTo(loop.at());
        List<Value> items = Iterating.items(work, value);
        if (loop.test().isEmpty()) {
            return items;
        }
        List<Value> kept = new ArrayList<>();
        for (Value item : items) {
            Scope inner = new Scope(scope);
            assign(loop.target(), item, inner);
            if (evaluator.evaluate(loop.test().get(), inner).truth()) {
                kept.add(item);
            }
        }
        return kept;
    }

    private void assign(Target target, Value value, Scope scope) {
        switch (target) {
            case Target.Name name -> scope.set(name.name(), value);
            case Target.Field field -> {
                if (!(scope.get(field.space()) instanceof Value.Space space)) {
                    throw new Fault(
                            "`"
                                    + Shown.cut(field.space())
                                    + "` is no namespace, so that its fields cannot be set");
                }
                space.fields().put(field.name(), value);
            }
            case Target.Unpacked unpacked -> {
                List<Value> items = Iterating.items(work, value);
                if (items.size() != unpacked.targets().size()) {
                    throw new Fault(
                            items.size()
                                    + " values cannot be put into "
                                    + unpacked.targets().size()
                                    + " names");
                }
                for (int i = 0; i < items.size(); i++) {
                    assign(unpacked.targets().get(i), items.get(i), scope);
                }
            }
        }
    }

    private Value.Callable callable(Statement.Macro macro, Scope scope) {
        String[] names =
                macro.parameters().stream().map(Statement.Parameter::name).toArray(String[]::new);
        return new Value.Callable(
                macro.name(),
                (unused, given) -> {
                    given.allow(names);
                    Scope inner = new Scope(scope);
                    for (int i = 0; i < names.length; i++) {
                        inner.set(
                                names[i],
                                parameter(
                                        macro.parameters().get(i), given.get(i, names[i]), inner));
                    }
                    return new Value.Text(captured(macro.body(), inner));
                });
    }

    private Value parameter(Statement.Parameter parameter, Optional<Value> given, Scope scope) {
        if (given.isPresent()) {
            return given.get();
        }
        return parameter.otherwise().isPresent()
                ? evaluator.evaluate(parameter.otherwise().get(), scope)
                : new Value.Undefined(parameter.name());
    }
}
