package dev.tagwerk.kniffel;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A multiset of none to five dice.
 *
 * @param index its place among the 462 multisets, the smaller ones first; the 252 rolls of five
 *     dice come last
 */
public record Dice(int index) implements Comparable<Dice> {
    public Dice {
        if (index < 0 || index >= DiceTable.KEEPS) {
            throw new KniffelException("index must be 0 to 461, not " + index);
        }
    }

    /** The multiset of the given faces, each 1 to 6, in any order. */
    public static Dice of(int... faces) {
        if (faces.length > 5) {
            throw new KniffelException("at most five dice, not " + faces.length);
        }
        int index = 0;
        for (int face : faces) {
            if (face < 1 || face > 6) {
                throw new KniffelException("a die shows 1 to 6, not " + face);
            }
            index = DiceTable.plus(index, face);
        }
        return new Dice(index);
    }

    /** No dice at all. */
    public static Dice none() {
        return new Dice(0);
    }

    /** How many dice. */
    public int size() {
        return DiceTable.size(index);
    }

    /** How many dice show the face. */
    public int count(int face) {
        return DiceTable.count(index, face);
    }

    /** These dice and one more; four dice at most before. */
    Dice plus(int face) {
        return new Dice(DiceTable.plus(index, face));
    }

    /** Whether every die of these can be found among the others. */
    public boolean within(Dice others) {
        for (int face = 1; face <= 6; face++) {
            if (count(face) > others.count(face)) {
                return false;
            }
        }
        return true;
    }

    /** The faces, ascending. */
    public List<Integer> faces() {
        List<Integer> faces = new ArrayList<>(5);
        for (int face = 1; face <= 6; face++) {
            faces.addAll(Collections.nCopies(count(face), face));
        }
        return List.copyOf(faces);
    }

    @Override
    public int compareTo(Dice other) {
        return Integer.compare(index, other.index);
    }

    /** The faces with spaces between them: {@code 1 3 3 6}. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int face : faces()) {
            text.append(text.isEmpty() ? "" : " ").append(face);
        }
        return text.toString();
    }
}
