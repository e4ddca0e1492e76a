package dev.tagwerk.market;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class TableTest {
    private static final String HEADER = "name\tcount\tsource\tdate\tconfidence\n";

    private static Table table(String rows) {
        return Table.parse("things.tsv", "# a remark\n" + HEADER + rows);
    }

    @Test
    void cellsAndProvenance() {
        Row row = table("one\t\tsomeone\t2026-12\treported\n").rows().getFirst();
        assertThat(row.text("name")).isEqualTo("one");
        assertThat(row.optionalInteger("count")).isEmpty();
        assertThat(row.provenance())
                .isEqualTo(new Provenance("someone", "2026-12", Confidence.REPORTED));
    }

    @Test
    void aRowWithTooFewCellsIsToldWithItsLine() {
        assertThatThrownBy(() -> table("one\t2\n"))
                .isInstanceOf(MarketException.class)
                .hasMessageContaining("things.tsv:3");
    }

    @Test
    void whatARecordRefusesIsToldWithItsLine() {
        Table wrong = table("one\t2\tsomeone\tyesterday\treported\n");
        assertThatThrownBy(() -> wrong.map(Row::provenance))
                .hasMessageContaining("things.tsv:3")
                .hasMessageContaining("yesterday");
        Table unsure = table("one\t2\tsomeone\t2026\tcertain\n");
        assertThatThrownBy(() -> unsure.map(Row::provenance)).hasMessageContaining("certain");
        Table text = table("one\ttwo\tsomeone\t2026\treported\n");
        assertThatThrownBy(() -> text.map(row -> row.integer("count")))
                .hasMessageContaining("things.tsv:3");
    }

    @Test
    void unknownColumnsAndTablesAreMistakes() {
        Row row = table("one\t2\tsomeone\t2026\treported\n").rows().getFirst();
        assertThatThrownBy(() -> row.text("nmae")).hasMessageContaining("nmae");
        assertThatThrownBy(() -> Table.read("nothing.tsv")).hasMessageContaining("nothing.tsv");
    }
}
