package dev.tagwerk.modelfiles;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.util.stream.IntStream;

/** The content of a tensor that is computed and encoded a band of rows at a time. */
final class ConvertedRows implements PendingTensor.Content {
    private static final int ELEMENTS_AT_ONCE = 1 << 22;
    private static final int ELEMENTS_PER_TASK = 1 << 18;

    private final ElementSource source;
    private final long rows;
    private final int width;
    private final RowEncoder encoder;

    ConvertedRows(ElementSource source, long rows, int width, RowEncoder encoder) {
        this.source = source;
        this.rows = rows;
        this.width = width;
        this.encoder = encoder;
    }

    @Override
    public void writeTo(FileChannel channel) throws IOException {
        int band = Math.max(1, ELEMENTS_AT_ONCE / Math.max(1, width));
        for (long row = 0; row < rows; row += band) {
            int count = (int) Math.min(band, rows - row);
            AtomicFiles.drain(channel, band(row, count).asByteBuffer());
        }
    }

    private MemorySegment band(long firstRow, int count) {
        int perTask = Math.max(1, ELEMENTS_PER_TASK / Math.max(1, width));
        int tasks = (count + perTask - 1) / perTask;
        long bytes = Math.multiplyExact(count, encoder.rowBytes(width));
        MemorySegment target = MemorySegment.ofArray(new byte[Math.toIntExact(bytes)]);
        IntStream.range(0, tasks)
                .parallel()
                .forEach(
                        task -> {
                            int row = task * perTask;
                            int rowsHere = Math.min(perTask, count - row);
                            float[] values = new float[rowsHere * width];
                            source.read((firstRow + row) * width, values);
                            encoder.encode(values, width, target, row);
                        });
        return target;
    }
}
