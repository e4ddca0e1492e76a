package dev.tagwerk.modelfiles;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A weight, with a low-rank change where there is one, rounded once to another type, a band of rows
 * at a time.
 */
final class ConvertedTensor implements PendingTensor.Content {
    private static final int ELEMENTS_AT_ONCE = 1 << 22;
    private static final int ELEMENTS_PER_TASK = 1 << 18;

    private final TensorBytes weight;
    private final Optional<LowRankSum> sum;
    private final DType type;
    private final int width;

    private ConvertedTensor(TensorBytes weight, Optional<LowRankSum> sum, DType type) {
        this.weight = weight;
        this.sum = sum;
        this.type = type;
        this.width = weight.shape().isEmpty() ? 1 : Math.toIntExact(weight.shape().getLast());
    }

    /** Types other than F32, F16 and BF16 (a mask, a counter) stay as they are. */
    static PendingTensor of(String name, TensorBytes weight, Optional<AdapterPair> pair, DType to) {
        if (!Floats.known(weight.dtype()) && pair.isEmpty()) {
            return new PendingTensor(
                    name, weight.dtype(), weight.shape(), PendingTensor.of(weight).content());
        }
        Optional<LowRankSum> sum = pair.map(each -> LowRankSum.of(weight, each));
        return new PendingTensor(name, to, weight.shape(), new ConvertedTensor(weight, sum, to));
    }

    @Override
    public void writeTo(FileChannel channel) throws IOException {
        long rows = weight.elements() / Math.max(1, width);
        int band = Math.max(1, ELEMENTS_AT_ONCE / Math.max(1, width));
        for (long row = 0; row < rows; row += band) {
            int count = (int) Math.min(band, rows - row);
            MemorySegment made = band(row, count);
            AtomicFiles.drain(channel, made.asByteBuffer());
        }
    }

    private MemorySegment band(long firstRow, int rows) {
        int perTask = Math.max(1, ELEMENTS_PER_TASK / Math.max(1, width));
        int tasks = (rows + perTask - 1) / perTask;
        MemorySegment target =
                MemorySegment.ofArray(new byte[Math.multiplyExact(rows * width, type.bytes())]);
        IntStream.range(0, tasks)
                .parallel()
                .forEach(
                        task -> {
                            int row = task * perTask;
                            int count = Math.min(perTask, rows - row);
                            float[] values = new float[count * width];
                            long from = (firstRow + row) * width;
                            sum.ifPresentOrElse(
                                    each -> each.read(from, values),
                                    () -> Floats.read(weight, from, values));
                            Floats.write(values, type, target, (long) row * width);
                            requireFinite(values, target, (long) row * width);
                        });
        return target;
    }

    /** Half precision ends at 65,504; what the base holds as it is may well be infinite. */
    private void requireFinite(float[] values, MemorySegment written, long from) {
        if (type == DType.F32 && sum.isEmpty()) {
            return;
        }
        for (int i = 0; i < values.length; i++) {
            boolean infinite =
                    switch (type) {
                        case F16 ->
                                (written.get(Floats.SHORT, (from + i) * Short.BYTES) & 0x7C00)
                                        == 0x7C00;
                        case BF16 ->
                                (written.get(Floats.SHORT, (from + i) * Short.BYTES) & 0x7F80)
                                        == 0x7F80;
                        default -> !(Math.abs(values[i]) < Float.POSITIVE_INFINITY);
                    };
            if (infinite) {
                throw new ModelFilesException(
                        "tensor '%s' holds %s, which is no finite number of %s; write bf16 or fp32, or check the adapter"
                                .formatted(Messages.shortened(weight.name()), values[i], type));
            }
        }
    }
}
