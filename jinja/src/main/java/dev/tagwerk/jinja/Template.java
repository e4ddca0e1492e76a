package dev.tagwerk.jinja;

import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A template, read and ready to be rendered. Immutable and thread-safe. */
public final class Template {
    private final List<Statement> body;
    private final boolean marksGeneration;

    private Template(List<Statement> body, boolean marksGeneration) {
        this.body = body;
        this.marksGeneration = marksGeneration;
    }

    /**
     * Reads a template.
     *
     * @throws TemplateException when it is not understood; with line and column
     */
    public static Template parse(String source) {
        StatementParser.Parsed parsed = StatementParser.parse(source);
        return new Template(parsed.body(), parsed.marksGeneration());
    }

    /** Whether it tells, by {@code {% generation %}}, what the model is to write. */
    public boolean marksGeneration() {
        return marksGeneration;
    }

    /**
     * Renders.
     *
     * @param variables texts, whole numbers, doubles, booleans, nulls (Python's {@code None}),
     *     lists and maps of these; what is not named is undefined
     * @param clock what {@code strftime_now} tells
     * @throws TemplateException when the template fails, refuses its variables, or exceeds the
     *     limits
     */
    public Rendering render(
            Map<String, ? extends @Nullable Object> variables, Clock clock, Limits limits) {
        Work work = new Work(limits, System::nanoTime);
        Evaluator evaluator = new Evaluator(work);
        try {
            Scope functions = new Scope(null);
            Functions.define(functions, clock);
            Scope scope = new Scope(functions);
            variables.forEach((name, value) -> scope.set(name, value(work, value)));
            return new Renderer(work, evaluator).render(body, scope);
        } catch (Fault fault) {
            throw new TemplateException(evaluator.at(), fault.reason(), fault.raised());
        }
    }

    private static Value value(Work work, @Nullable Object given) {
        work.enter();
        Value value =
                switch (given) {
                    case null -> Value.None.NONE;
                    case String text -> new Value.Text(text);
                    case Boolean flag -> Value.Flag.of(flag);
                    case Integer whole -> new Value.Whole(whole);
                    case Long whole -> new Value.Whole(whole);
                    case Double real -> new Value.Real(real);
                    case List<?> items ->
                            Value.Sequence.list(
                                    items.stream().map(item -> value(work, item)).toList());
                    case Map<?, ?> map -> {
                        Map<Value, Value> entries = new LinkedHashMap<>();
                        map.forEach(
                                (key, entry) ->
                                        entries.put(
                                                new Value.Text(String.valueOf(key)),
                                                value(work, entry)));
                        yield Value.Mapping.of(entries);
                    }
                    default ->
                            throw new IllegalArgumentException(
                                    "a template cannot be given a " + given.getClass());
                };
        work.leave();
        return value;
    }
}
