package dev.tagwerk.images;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.ZipException;
import org.junit.jupiter.api.Test;

class GunzipStreamTest {
    /** Gives a few bytes at a time and says that none are available: a network. */
    private static InputStream dripping(byte[] bytes) {
        return new InputStream() {
            private final InputStream in = new ByteArrayInputStream(bytes);
            private final Random random = new Random(3);

            @Override
            public int read() {
                throw new UnsupportedOperationException();
            }

            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
                return in.read(into, offset, Math.min(length, 1 + random.nextInt(7)));
            }
        };
    }

    private static byte[] gunzip(byte[] bytes) throws IOException {
        try (InputStream in = new GunzipStream(dripping(bytes))) {
            return in.readAllBytes();
        }
    }

    private static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }

    @Test
    void membersFollowEachOtherAndPaddingIsIgnored() throws IOException {
        byte[] one = new byte[5000];
        new Random(1).nextBytes(one);
        byte[] two = "two".getBytes();
        assertThat(gunzip(joined(Tar.gzip(one), Tar.gzip(new byte[0]), Tar.gzip(two))))
                .isEqualTo(joined(one, two));
        assertThat(gunzip(joined(Tar.gzip(two), new byte[700]))).isEqualTo(two);
    }

    @Test
    void allPartsOfAHeaderArePassedOver() throws IOException {
        byte[] plain = Tar.gzip("x".getBytes());
        byte[] header = {
            0x1f,
            (byte) 0x8b,
            8,
            2 + 4 + 8 + 16,
            0,
            0,
            0,
            0,
            0,
            3, // flags: all
            3,
            0,
            'e',
            'x',
            't',
            'n',
            'a',
            'm',
            'e',
            0,
            'c',
            'o',
            0,
            7,
            7
        };
        byte[] body = Arrays.copyOfRange(plain, 10, plain.length);
        assertThat(gunzip(joined(header, body))).isEqualTo("x".getBytes());
    }

    @Test
    void damageIsSaid() {
        byte[] whole = Tar.gzip("some text, some text, some text".getBytes());
        for (int i = 1; i < whole.length; i++) {
            byte[] cut = Arrays.copyOf(whole, i);
            assertThatThrownBy(() -> gunzip(cut))
                    .as("cut to %d", i)
                    .isInstanceOf(IOException.class);
        }
        for (int i : new int[] {whole.length - 1, whole.length - 7, 12}) {
            byte[] flipped = whole.clone();
            flipped[i] ^= 1;
            assertThatThrownBy(() -> gunzip(flipped)).as("%d", i).isInstanceOf(ZipException.class);
        }
        assertThatThrownBy(() -> gunzip(new byte[0])).isInstanceOf(IOException.class);
    }
}
