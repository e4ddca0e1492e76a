package dev.tagwerk.engine;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Where a run stands; the table of legal transitions is {@link #TRANSITIONS}. */
public enum Phase {
    /** Written down, nothing planned yet. */
    CREATED,
    /** An attempt is decided; whether it was submitted, its provider knows. */
    PLANNED,
    /** The provider has accepted the attempt. */
    SUBMITTED,
    /** The attempt was seen at work. */
    RUNNING,
    /** A stop was asked for. */
    STOPPING,
    /** Done; the result says so. */
    SUCCEEDED,
    /** Ended by itself, without success. */
    FAILED,
    /** Ended because it was told to: by the user, a signal, or the time limit. */
    STOPPED,
    /** Ended without a trace: killed together with its wrapper, or the machine restarted. */
    VANISHED;

    /** The one table: what may follow what. */
    static final Map<Phase, Set<Phase>> TRANSITIONS = transitions();

    private static Map<Phase, Set<Phase>> transitions() {
        Map<Phase, Set<Phase>> table = new EnumMap<>(Phase.class);
        table.put(CREATED, EnumSet.of(PLANNED));
        table.put(PLANNED, EnumSet.of(SUBMITTED, FAILED, STOPPED));
        table.put(SUBMITTED, EnumSet.of(RUNNING, STOPPING, SUCCEEDED, FAILED, STOPPED, VANISHED));
        table.put(RUNNING, EnumSet.of(STOPPING, SUCCEEDED, FAILED, STOPPED, VANISHED));
        table.put(STOPPING, EnumSet.of(STOPPING, SUCCEEDED, FAILED, STOPPED, VANISHED));
        table.put(SUCCEEDED, EnumSet.noneOf(Phase.class));
        table.put(FAILED, EnumSet.of(PLANNED));
        table.put(STOPPED, EnumSet.of(PLANNED));
        table.put(VANISHED, EnumSet.of(PLANNED));
        return table;
    }

    boolean mayBecome(Phase next) {
        return TRANSITIONS.getOrDefault(this, Set.of()).contains(next);
    }

    /** Whether the run's last attempt has ended. */
    public boolean over() {
        return switch (this) {
            case SUCCEEDED, FAILED, STOPPED, VANISHED -> true;
            case CREATED, PLANNED, SUBMITTED, RUNNING, STOPPING -> false;
        };
    }

    /** The word for people and for JSON. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
