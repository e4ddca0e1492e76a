package dev.tagwerk.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** docs/rules.md is made from the rules' texts; {@code -Dtagwerk.docs=write} writes it. */
class RulesPageTest {
    private static final Path PAGE = Path.of("../docs/rules.md");

    @Test
    void thePageSaysWhatTheRulesSay() throws IOException {
        String made = page();
        if (System.getProperty("tagwerk.docs", "").equals("write")) {
            Files.writeString(PAGE, made);
        } else {
            assertThat(Files.readString(PAGE)).isEqualTo(made);
        }
    }

    private static String page() {
        StringBuilder page =
                new StringBuilder(
                        """
                        # Rules

                        What `./tagwerk check` knows of. This page is made from the rules' own texts; `./tagwerk rules show ID` prints one with a bad and a good example.

                        """);
        for (Rule rule : RuleBook.rules()) {
            page.append("## ").append(rule.id()).append(": ").append(rule.title()).append("\n\n");
            page.append("**").append(rule.severity().word()).append("**");
            if (!rule.pitfalls().isEmpty()) {
                page.append(", pitfalls ").append(String.join(", ", rule.pitfalls()));
            }
            page.append(rule.fixes() ? ", mended by `--fix`" : "").append("\n\n");
            page.append(rule.why()).append("\n\nWrite:\n\n```\n").append(rule.write());
            page.append("\n```\n\nSource: ").append(String.join("; ", rule.source()));
            page.append(" (looked up ").append(rule.checked()).append(")\n\n");
        }
        page.append("## Pitfalls\n\n| pitfall | | caught by |\n|---|---|---|\n");
        for (Coverage one : Coverage.all()) {
            String by =
                    one.rules().isEmpty()
                            ? one.otherwise().isEmpty() ? "no rule yet" : one.otherwise()
                            : String.join(", ", one.rules());
            page.append("| %s | %s | %s |\n".formatted(one.number(), one.title(), by));
        }
        return page.toString();
    }
}
