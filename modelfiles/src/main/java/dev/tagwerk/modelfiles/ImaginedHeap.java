package dev.tagwerk.modelfiles;

import java.util.Comparator;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A thread's part of the C library's heap, as glibc fills it: a piece goes into the smallest hole
 * that takes it, else to the end; freed neighbours become one hole; the end is not given back.
 *
 * <p>Tensors are aligned to 64 bytes. glibc looks for a hole that has room to align the piece in,
 * and cuts off what is too much: a freed piece's own hole is too small for its like, unless a
 * neighbour was freed too. So blocks of one model after the other leave holes between what is kept.
 */
final class ImaginedHeap {
    private static final long HEADER = 8;
    private static final long GRAIN = 16;

    /** The alignment, and the smallest piece that can be cut off. */
    private static final long ROOM = 64 + 32;

    private final TreeMap<Long, Long> holes = new TreeMap<>();
    private final NavigableSet<Hole> bySize =
            new TreeSet<>(Comparator.comparingLong(Hole::size).thenComparingLong(Hole::start));
    private long end;
    private long most;

    private record Hole(long start, long size) {}

    /** A piece's place. */
    record Piece(long start, long size) {}

    Piece take(long bytes) {
        long size = (bytes + HEADER + GRAIN - 1) / GRAIN * GRAIN;
        Hole hole = bySize.ceiling(new Hole(0, size + ROOM));
        if (hole == null) {
            Piece piece = new Piece(end, size);
            end += size;
            most = Math.max(most, end);
            return piece;
        }
        remove(hole);
        add(new Hole(hole.start() + size, hole.size() - size));
        return new Piece(hole.start(), size);
    }

    void give(Piece piece) {
        long start = piece.start();
        long size = piece.size();
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

    /** How far it reached: so much was touched, and stays. */
    long most() {
        return most;
    }
}
