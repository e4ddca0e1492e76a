package dev.tagwerk.images;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/**
 * A blob on its way from a registry. A connection that breaks is taken up at the byte where it
 * broke, some times; what comes is hashed by whoever reads.
 */
final class ResumingStream extends InputStream {
    private static final int RESUMPTIONS = 6;

    /** Breaks in a row that brought nothing. */
    private static final int FRUITLESS = 2;

    private final RegistryClient client;
    private final Descriptor blob;
    private InputStream in;
    private long passed;
    private long passedAtBreak = -1;
    private int resumptions;
    private int fruitless;

    ResumingStream(RegistryClient client, Descriptor blob) throws IOException {
        this.client = client;
        this.blob = blob;
        this.in = InputStream.nullInputStream();
        try {
            in = client.stream(blob.digest(), 0);
        } catch (IOException broken) {
            resume(broken);
        }
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        while (true) {
            try {
                int read = in.read(into, offset, length);
                if (read < 0 && passed < blob.size()) {
                    throw new EOFException(
                            "it ends after " + passed + " of " + blob.size() + " bytes");
                }
                passed += Math.max(0, read);
                return read;
            } catch (IOException broken) {
                resume(broken);
            }
        }
    }

    private void resume(IOException broken) throws IOException {
        IOException last = broken;
        while (true) {
            in.close();
            fruitless = passed == passedAtBreak ? fruitless + 1 : 0;
            passedAtBreak = passed;
            if (++resumptions > RESUMPTIONS
                    || fruitless >= FRUITLESS
                    || Thread.currentThread().isInterrupted()) {
                throw client.unreachable(last);
            }
            RegistryClient.pause();
            try {
                in = client.stream(blob.digest(), passed);
                return;
            } catch (IOException again) {
                last = again;
            }
        }
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
