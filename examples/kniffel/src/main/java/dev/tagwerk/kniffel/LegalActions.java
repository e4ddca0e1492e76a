package dev.tagwerk.kniffel;

import java.util.ArrayList;
import java.util.List;

/** Everything that the rules allow, in canonical order: keeps by size, then fills. */
final class LegalActions {
    private LegalActions() {}

    static List<Action> of(Position position) {
        List<Action> actions = new ArrayList<>();
        if (position.rollsLeft() > 0) {
            for (int keep = 0; keep < DiceTable.FIRST_ROLL; keep++) {
                Dice kept = new Dice(keep);
                if (kept.within(position.dice())) {
                    actions.add(new Action.Keep(kept));
                }
            }
        }
        position.card().boxes().forEach(box -> actions.add(new Action.Fill(box)));
        return List.copyOf(actions);
    }
}
