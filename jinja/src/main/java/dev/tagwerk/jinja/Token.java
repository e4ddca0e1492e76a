package dev.tagwerk.jinja;

/**
 * A piece of a template.
 *
 * @param text of a name, number or operator as written; of a string its value
 */
record Token(Kind kind, String text, Place at) {
    enum Kind {
        DATA,
        OUTPUT_BEGIN,
        OUTPUT_END,
        STATEMENT_BEGIN,
        STATEMENT_END,
        NAME,
        STRING,
        INTEGER,
        FLOAT,
        OPERATOR,
        END_OF_TEMPLATE
    }

    boolean isOperator(String operator) {
        return kind == Kind.OPERATOR && text.equals(operator);
    }

    boolean isName(String name) {
        return kind == Kind.NAME && text.equals(name);
    }

    /** For messages. */
    String shown() {
        return switch (kind) {
            case DATA -> "text";
            case OUTPUT_BEGIN -> "`{{`";
            case OUTPUT_END -> "`}}`";
            case STATEMENT_BEGIN -> "`{%`";
            case STATEMENT_END -> "`%}`";
            case NAME, INTEGER, FLOAT, OPERATOR -> "`" + Shown.cut(text) + "`";
            case STRING -> "the string '" + Shown.cut(text) + "'";
            case END_OF_TEMPLATE -> "the end of the template";
        };
    }
}
