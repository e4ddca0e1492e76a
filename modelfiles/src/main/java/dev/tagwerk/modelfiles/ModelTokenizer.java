package dev.tagwerk.modelfiles;

import ai.djl.huggingface.tokenizers.jni.CharSpan;
import ai.djl.huggingface.tokenizers.jni.TokenizersLibrary;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;

/**
 * A model's own tokenizer ({@code tokenizer.json}), run by Hugging Face's tokenizers library. It
 * never truncates and never pads, whatever the file asks for.
 *
 * <p>Thread-safe; to be closed.
 */
public final class ModelTokenizer implements AutoCloseable {
    /** The largest tokenizer.json read; those of 250,000 tokens have about 35 MB. */
    private static final long MAX_BYTES = 256L << 20;

    private final Path folder;
    private final TokenizersLibrary library;
    private final Vocabulary vocabulary;
    // Many may encode at once, closing waits for them: the library would read freed memory.
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private long handle;

    private ModelTokenizer(
            Path folder, TokenizersLibrary library, long handle, Vocabulary vocabulary) {
        this.folder = folder;
        this.library = library;
        this.handle = handle;
        this.vocabulary = vocabulary;
    }

    /**
     * Opens the tokenizer of a model folder.
     *
     * @param folder holds {@code tokenizer.json}, and {@code tokenizer_config.json} where there is
     *     one
     * @throws ModelFilesException when the file is missing or the library does not understand it
     */
    public static ModelTokenizer open(Path folder) {
        Path file = folder.resolve("tokenizer.json");
        String json = Json.text(file, MAX_BYTES);
        Vocabulary vocabulary = Vocabulary.read(folder, file, json);
        TokenizersLibrary library = NativeTokenizers.library();
        long handle;
        try {
            handle = library.createTokenizerFromString(json);
        } catch (RuntimeException e) {
            throw ModelFilesException.of(
                    file,
                    "is not understood by the tokenizers library: " + e.getMessage(),
                    "fetch the file again; one made by a newer library may need a newer Tagwerk",
                    e);
        }
        library.disableTruncation(handle);
        library.disablePadding(handle);
        return new ModelTokenizer(folder, library, handle, vocabulary);
    }

    /**
     * Turns a text into tokens.
     *
     * @param addSpecialTokens whether the tokenizer's own post-processor may add its tokens, such
     *     as a beginning of text
     */
    public Encoded encode(String text, boolean addSpecialTokens) {
        // The library cannot take half a character; the replacement has the same length.
        String whole = CodePoints.withoutLoneSurrogates(text);
        long[] ids;
        @Nullable CharSpan[] spans;
        Lock reading = lock.readLock();
        reading.lock();
        try {
            long encoding = library.encode(open(), whole, addSpecialTokens);
            try {
                ids = library.getTokenIds(encoding);
                spans = library.getTokenCharSpans(encoding);
            } finally {
                library.deleteEncoding(encoding);
            }
        } catch (RuntimeException e) {
            throw failed("encode a text of " + text.length() + " characters", e);
        } finally {
            reading.unlock();
        }
        return encoded(whole, ids, spans);
    }

    private static Encoded encoded(String text, long[] ids, @Nullable CharSpan[] spans) {
        CodePoints points = CodePoints.of(text);
        int[] tokens = new int[ids.length];
        int[] starts = new int[ids.length];
        int[] ends = new int[ids.length];
        for (int i = 0; i < ids.length; i++) {
            tokens[i] = Math.toIntExact(ids[i]);
            CharSpan span = spans[i];
            if (span != null) {
                starts[i] = points.index(span.getStart());
                ends[i] = points.index(span.getEnd());
            }
        }
        return new Encoded(tokens, starts, ends);
    }

    /**
     * Turns tokens into text.
     *
     * @param skipSpecial whether special tokens are left out
     */
    public String decode(int[] ids, boolean skipSpecial) {
        long[] tokens = new long[ids.length];
        for (int i = 0; i < ids.length; i++) {
            if (ids[i] < 0) {
                throw new ModelFilesException(
                        "ids[%d] is no token's number: %d".formatted(i, ids[i]));
            }
            tokens[i] = ids[i];
        }
        Lock reading = lock.readLock();
        reading.lock();
        try {
            return library.decode(open(), tokens, skipSpecial);
        } catch (RuntimeException e) {
            throw failed("decode " + ids.length + " tokens", e);
        } finally {
            reading.unlock();
        }
    }

    private static ModelFilesException failed(String what, RuntimeException cause) {
        return cause instanceof ModelFilesException already
                ? already
                : new ModelFilesException(
                        "the tokenizer could not " + what + ": " + cause.getMessage(), cause);
    }

    /** The number of a token, written as in the vocabulary; empty when there is none. */
    public OptionalInt tokenId(String token) {
        return vocabulary.id(token);
    }

    /** How many tokens there are, added ones included. */
    public int vocabularySize() {
        return vocabulary.size();
    }

    /** The folder that its files lie in, a chat template among them where the model has one. */
    public Path folder() {
        return folder;
    }

    /** The token that begins a text, if the model names one. */
    public OptionalInt bos() {
        return vocabulary.bos();
    }

    /** The token that ends a text, if the model names one. */
    public OptionalInt eos() {
        return vocabulary.eos();
    }

    private long open() {
        if (handle == 0) {
            throw new ModelFilesException("the tokenizer is closed; open it again");
        }
        return handle;
    }

    @Override
    public void close() {
        Lock writing = lock.writeLock();
        writing.lock();
        try {
            if (handle != 0) {
                library.deleteTokenizer(handle);
                handle = 0;
            }
        } finally {
            writing.unlock();
        }
    }
}
