package dev.tagwerk.evaluate;

import dev.tagwerk.data.DecisionRow;
import dev.tagwerk.data.Encoder;
import dev.tagwerk.data.Encoding;
import dev.tagwerk.data.ReadRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The decision rows that every model is measured on.
 *
 * @param rows those that fit
 * @param indexes of the rows in the file, from 0
 * @param dropped rows left out, by the reason's beginning
 * @param notes what a reader of the results should know about the file
 */
record TestRows(List<DecisionRow> rows, List<Integer> indexes, int dropped, List<String> notes) {
    private static final int SHOWN = 5;

    TestRows {
        rows = List.copyOf(rows);
        indexes = List.copyOf(indexes);
        notes = List.copyOf(notes);
    }

    /**
     * @param mostOptions rows with more options are left out
     * @throws EvaluateException when no row is left, or one cannot be shown to the model at all
     */
    static TestRows of(ReadRows data, Encoder encoder, int mostOptions) {
        List<DecisionRow> rows = new ArrayList<>();
        List<Integer> indexes = new ArrayList<>();
        List<String> notes = badRows(data);
        int tooLong = 0;
        int tooMany = 0;
        List<Optional<DecisionRow>> inOrder = RegretFile.inFileOrder(data);
        for (int i = 0; i < inOrder.size(); i++) {
            if (inOrder.get(i).isEmpty()) {
                continue;
            }
            DecisionRow row = inOrder.get(i).get();
            if (row.options().size() > mostOptions) {
                tooMany++;
                continue;
            }
            switch (encoder.encode(row)) {
                case Encoding.Decision kept -> {
                    rows.add(row);
                    indexes.add(i);
                }
                case Encoding.Dropped dropped -> tooLong++;
                case Encoding.Unusable wrong ->
                        throw new EvaluateException("line " + wrong.line() + ": " + wrong.reason());
                case Encoding.Text text ->
                        throw new EvaluateException("line " + text.line() + " is no decision");
                case Encoding.Several texts ->
                        throw new EvaluateException("line " + texts.line() + " is no decision");
            }
        }
        if (tooLong > 0) {
            notes.add(
                    tooLong
                            + (tooLong == 1 ? " row was" : " rows were")
                            + " left out: longer than max_length "
                            + encoder.maxLength());
        }
        if (tooMany > 0) {
            notes.add(
                    tooMany
                            + (tooMany == 1 ? " row was" : " rows were")
                            + " left out: more than "
                            + mostOptions
                            + " options cannot be read by option numbers");
        }
        if (rows.isEmpty()) {
            throw new EvaluateException(
                    "no row is left to measure"
                            + (notes.isEmpty()
                                    ? "; the file is empty"
                                    : ": " + String.join("; ", notes)));
        }
        return new TestRows(rows, indexes, tooLong + tooMany, notes);
    }

    static List<String> badRows(ReadRows data) {
        List<String> notes = new ArrayList<>();
        int bad = data.bad().size();
        if (bad > 0) {
            String shown =
                    String.join("; ", data.bad().stream().limit(SHOWN).map(data::told).toList());
            notes.add(
                    bad
                            + " bad "
                            + data.numbering().word()
                            + (bad == 1 ? " was" : "s were")
                            + " left out ("
                            + shown
                            + (bad > SHOWN ? "; …" : "")
                            + ")");
        }
        return notes;
    }
}
