package dev.tagwerk.modelfiles;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Where pieces lie in a range that begins at 0: each goes into the smallest hole that takes it, the
 * lowest of those, else to the end; holes beside one another are one, and one at the end is none.
 * The same pieces in the same order lie at the same places, so that a heap that is only imagined
 * reaches as far as a real one. Not thread-safe.
 */
public final class BestFit {
    /** Pieces begin at multiples of this many bytes; libtorch aligns tensors so. */
    public static final long GRAIN = 64;

    private final Map<Long, Long> pieces = new HashMap<>();
    private final TreeMap<Long, Long> holes = new TreeMap<>();
    private final NavigableSet<Hole> bySize =
            new TreeSet<>(Comparator.comparingLong(Hole::size).thenComparingLong(Hole::start));
    private long end;
    private long most;
    private long held;

    private record Hole(long start, long size) {}

    /** Looks at a hole. */
    public interface Holes {
        void hole(long start, long bytes);
    }

    /** The place of a new piece of at least one byte. */
    public long take(long bytes) {
        long size = (bytes + GRAIN - 1) / GRAIN * GRAIN;
        Hole hole = bySize.ceiling(new Hole(0, size));
        long start = hole == null ? end : hole.start();
        if (hole == null) {
            end += size;
            most = Math.max(most, end);
        } else {
            remove(hole);
            if (hole.size() > size) {
                add(new Hole(start + size, hole.size() - size));
            }
        }
        pieces.put(start, size);
        held += size;
        return start;
    }

    /** Takes away the piece at this place. */
    public void give(long place) {
        Long own = pieces.remove(place);
        if (own == null) {
            throw new IllegalArgumentException("no piece begins at " + place);
        }
        held -= own;
        long start = place;
        long size = own;
        Map.Entry<Long, Long> before = holes.lowerEntry(start);
        if (before != null && before.getKey() + before.getValue() == start) {
            remove(new Hole(before.getKey(), before.getValue()));
            start = before.getKey();
            size += before.getValue();
        }
        Long after = holes.get(start + size);
        if (after != null) {
            remove(new Hole(start + size, after));
            size += after;
        }
        if (start + size == end) {
            end = start;
        } else {
            add(new Hole(start, size));
        }
    }

    private void add(Hole hole) {
        holes.put(hole.start(), hole.size());
        bySize.add(hole);
    }

    private void remove(Hole hole) {
        holes.remove(hole.start());
        bySize.remove(hole);
    }

    /** Shows every hole. */
    public void holes(Holes look) {
        holes.forEach(look::hole);
    }

    /** The end of the last piece. */
    public long end() {
        return end;
    }

    /** How far it reached at most. */
    public long most() {
        return most;
    }

    /** The bytes of all pieces. */
    public long held() {
        return held;
    }
}
