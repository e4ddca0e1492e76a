package dev.tagwerk.cli;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a plan says, whatever it is shown on.
 *
 * @param title of the page
 * @param summary the whole in a few sentences
 */
record PlanSheet(String title, List<String> summary, List<Section> sections) {
    PlanSheet {
        summary = List.copyOf(summary);
        sections = List.copyOf(sections);
    }

    record Section(String heading, List<Block> blocks) {
        Section {
            blocks = List.copyOf(blocks);
        }
    }

    /** A piece of a section. */
    sealed interface Block permits Words, Facts, Table, Costs {}

    /** A paragraph. */
    record Words(String text) implements Block {}

    /** Named facts, in their order. */
    record Facts(Map<String, String> facts) implements Block {
        Facts {
            facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
        }
    }

    /** A table of texts. */
    record Table(List<String> head, List<List<String>> rows) implements Block {
        Table {
            head = List.copyOf(head);
            rows = List.copyOf(rows);
        }
    }

    /** A table of amounts; the last row is the sum. */
    record Costs(List<String> head, List<Cost> rows) implements Block {
        Costs {
            head = List.copyOf(head);
            rows = List.copyOf(rows);
        }
    }

    /**
     * One row of amounts.
     *
     * @param how where it comes from; stands under its name
     * @param range lowest, middle, highest; empty where it is unknown
     */
    record Cost(String name, String how, List<String> cells, Optional<List<BigDecimal>> range) {
        Cost {
            cells = List.copyOf(cells);
        }
    }

    /** Gathers the blocks of a section. */
    static final class Draft {
        private final String heading;
        private final List<Block> blocks = new ArrayList<>();

        Draft(String heading) {
            this.heading = heading;
        }

        Draft words(String text) {
            blocks.add(new Words(text));
            return this;
        }

        Draft add(Block block) {
            blocks.add(block);
            return this;
        }

        Section section() {
            return new Section(heading, blocks);
        }
    }
}
