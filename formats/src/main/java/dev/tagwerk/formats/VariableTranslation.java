package dev.tagwerk.formats;

import dev.tagwerk.spec.Environment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** A container's variables as a job has them: values, and names of secrets. */
final class VariableTranslation {
    private static final String NAME = "[A-Za-z_][A-Za-z0-9_]{0,255}";
    private static final int LONGEST = 100_000;

    private final Container container;
    private final ForeignPhrases phrases;
    private final Ledger ledger;
    private final Set<String> redacted;
    private final Map<String, Optional<String>> variables = new LinkedHashMap<>();
    private final List<String> secrets = new ArrayList<>();

    VariableTranslation(Format format, Container container, ForeignPhrases phrases, Ledger ledger) {
        this.container = container;
        this.phrases = phrases;
        this.ledger = ledger;
        // SkyPilot keeps secrets apart, as a job of ours does
        this.redacted =
                format == Format.SKYPILOT
                        ? container
                                .node()
                                .get("secrets")
                                .map(Node::fields)
                                .orElse(List.of())
                                .stream()
                                .map(Field::name)
                                .collect(Collectors.toSet())
                        : Set.of();
    }

    Environment environment() {
        secrets.forEach(variables::remove);
        return new Environment(variables);
    }

    List<String> secrets() {
        return secrets.stream().distinct().toList();
    }

    void read() {
        for (EnvironmentVariable variable : container.env()) {
            if (variable.name().matches(NAME)) {
                read(variable);
            } else {
                ledger.lost(variable.node(), "is no name that a variable can have", "");
            }
        }
    }

    private void read(EnvironmentVariable variable) {
        String name = variable.name();
        Optional<String> text = variable.value().map(Scalar::text);
        boolean hidden =
                redacted.contains(name)
                        || text.filter(SecretForms::isMarked).isPresent()
                        || (SecretForms.isName(name)
                                && text.filter(value -> !SecretForms.isPlaceholder(value))
                                        .isPresent());
        if (variable.secret().isPresent()) {
            secrets.add(name);
            ledger.changed(
                    variable.node(),
                    "its value comes from a secret of the platform; here from the caller's"
                            + " environment",
                    "");
        } else if (hidden && text.filter(value -> !callers(name, value)).isPresent()) {
            secrets.add(name);
            ledger.lost(
                    variable.node(),
                    "its value is a secret, and was not copied: a job file has names of secrets"
                            + " only",
                    "give " + name + " in the caller's environment");
        } else if (hidden || (text.isEmpty() && SecretForms.isName(name))) {
            secrets.add(name);
            ledger.took(variable.node());
        } else {
            plain(variable, text);
        }
    }

    private void plain(EnvironmentVariable variable, Optional<String> text) {
        String name = variable.name();
        if (text.isEmpty()) {
            variables.put(name, Optional.empty());
            ledger.took(variable.node());
            if (variable.node().get("valueFrom").isPresent()) {
                ledger.changed(
                        variable.node(),
                        "comes from the cluster; here from the caller's environment",
                        "");
            }
        } else if (callers(name, text.get())) {
            variables.put(name, Optional.empty());
            ledger.took(variable.node());
        } else if (text.get().length() > LONGEST || text.get().indexOf('\0') >= 0) {
            ledger.lost(variable.node(), "has a value that no variable can have", "");
        } else {
            ledger.took("env", variable.node());
            variables.put(name, variable.value().map(phrases::plain));
        }
    }

    /** Whether the caller's own variable is handed on. */
    private static boolean callers(String name, String value) {
        return value.equals("$" + name) || value.equals("${" + name + "}");
    }
}
