package dev.tagwerk.modelfiles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class BestFitTest {
    private final BestFit heap = new BestFit();

    @Test
    void aFreedPieceMakesRoomForItsLike() {
        long first = heap.take(1000);
        heap.take(1000);
        heap.give(first);
        assertThat(heap.take(1000)).isEqualTo(first);
        assertThat(heap.most()).isEqualTo(2 * 1024);
        assertThat(heap.held()).isEqualTo(2 * 1024);
    }

    @Test
    void theSmallestHoleThatSufficesIsTaken() {
        long large = heap.take(640);
        heap.take(1);
        long small = heap.take(128);
        heap.take(1);
        heap.give(large);
        heap.give(small);
        assertThat(heap.take(100)).isEqualTo(small);
        assertThat(heap.take(100)).isEqualTo(large);
        assertThat(heap.take(512)).isEqualTo(large + 128);
    }

    @Test
    void holesBesideOneAnotherAreOne() {
        long first = heap.take(64);
        long second = heap.take(64);
        long third = heap.take(64);
        heap.take(64);
        heap.give(first);
        heap.give(third);
        heap.give(second);
        assertThat(heap.take(192)).isEqualTo(first);
    }

    @Test
    void whatIsFreeAtTheEndIsNoHole() {
        long first = heap.take(64);
        long second = heap.take(64);
        heap.give(first);
        heap.give(second);
        assertThat(heap.end()).isZero();
        assertThat(heap.most()).isEqualTo(128);
        List<Long> holes = new ArrayList<>();
        heap.holes((start, bytes) -> holes.add(start));
        assertThat(holes).isEmpty();
    }

    @Test
    void whatIsNoPieceCannotBeGivenBack() {
        long piece = heap.take(64);
        heap.give(piece);
        assertThatThrownBy(() -> heap.give(piece)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void piecesNeverOverlapAndHolesFillTheRest() {
        Random random = new Random(1);
        TreeMap<Long, Long> pieces = new TreeMap<>();
        for (int step = 0; step < 20_000; step++) {
            if (pieces.isEmpty() || random.nextInt(100) < 52) {
                long bytes = 1 + (long) Math.exp(random.nextDouble() * 14);
                pieces.put(heap.take(bytes), bytes);
            } else {
                long place = new ArrayList<>(pieces.keySet()).get(random.nextInt(pieces.size()));
                pieces.remove(place);
                heap.give(place);
            }
            if (step % 500 == 0) {
                tiled(pieces);
            }
        }
        tiled(pieces);
    }

    private void tiled(Map<Long, Long> pieces) {
        TreeMap<Long, Long> all = new TreeMap<>();
        pieces.forEach((start, bytes) -> all.put(start, Math.ceilDiv(bytes, 64L) * 64));
        heap.holes((start, bytes) -> assertThat(all.put(start, bytes)).isNull());
        long next = 0;
        for (Map.Entry<Long, Long> stretch : all.entrySet()) {
            assertThat(stretch.getKey()).isEqualTo(next);
            next += stretch.getValue();
        }
        assertThat(heap.end()).isEqualTo(next);
    }
}
