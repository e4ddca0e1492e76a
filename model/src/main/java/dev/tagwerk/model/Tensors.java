package dev.tagwerk.model;

import dev.tagwerk.modelfiles.DType;
import dev.tagwerk.modelfiles.TensorBytes;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.ScalarTypeOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * Java values to tensors and back. What is returned belongs to the caller's {@code PointerScope}.
 */
public final class Tensors {
    private static final long BYTES_AT_ONCE = 1 << 30;

    private Tensors() {}

    /** A copy of {@code values} as int64 on the placement's device. */
    static Tensor longs(Placement placement, long[] values) {
        return onDevice(placement, Tensor.create(values, values.length));
    }

    /** A copy of {@code values} as uint8 on the placement's device. */
    static Tensor unsigned(Placement placement, byte[] values) {
        return onDevice(placement, Tensor.create(values, values.length).view(ScalarType.Byte));
    }

    static Tensor floats(Placement placement, float[] values, long... shape) {
        return onDevice(placement, Tensor.create(values, shape));
    }

    /** An own copy of the bytes, in the given type, on the placement's device. */
    static Tensor of(TensorBytes source, ScalarType type, Placement placement) {
        long[] shape = source.shape().stream().mapToLong(Long::longValue).toArray();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment bytes = source.bytes();
            if (!bytes.isNative()) {
                bytes = arena.allocate(Math.max(1, bytes.byteSize()), 8).copyFrom(bytes);
            }
            ScalarType stored = scalarType(source.dtype());
            Tensor view = torch.from_blob(new Borrowed(bytes), shape, torch.dtype(stored));
            Tensor owned = stored == type ? view.clone() : view.to(type);
            return onDevice(placement, owned);
        }
    }

    /**
     * A tensor over the bytes themselves, nothing copied: only for reading, and only as long as
     * they are mapped. Empty when they are not native or not aligned to their elements.
     */
    static Optional<Tensor> over(TensorBytes source) {
        MemorySegment bytes = source.bytes();
        if (!bytes.isNative()
                || bytes.byteSize() == 0
                || bytes.address() % source.dtype().bytes() != 0) {
            return Optional.empty();
        }
        long[] shape = source.shape().stream().mapToLong(Long::longValue).toArray();
        return Optional.of(
                torch.from_blob(
                        new Borrowed(bytes), shape, torch.dtype(scalarType(source.dtype()))));
    }

    /** The tensor's values as little-endian bytes of {@code type}; the segment owns its memory. */
    public static TensorBytes bytes(String name, Tensor tensor, DType type) {
        Tensor flat = tensor.detach().cpu().to(scalarType(type)).contiguous();
        byte[] values = new byte[Math.toIntExact(flat.nbytes())];
        MemorySegment source =
                MemorySegment.ofAddress(flat.data_ptr().address()).reinterpret(values.length);
        MemorySegment target = MemorySegment.ofArray(values);
        target.copyFrom(source);
        return new TensorBytes(name, type, shape(flat), target);
    }

    /**
     * A contiguous fp32 tensor's own memory, as long as somebody keeps that; a copy where it lies
     * on a GPU.
     */
    static TensorBytes view(String name, Tensor tensor) {
        if (tensor.is_cuda()) {
            return bytes(name, tensor, DType.F32);
        }
        if (tensor.scalar_type().intern() != ScalarType.Float || !tensor.is_contiguous()) {
            throw new ModelException(name + " is not laid out as files have it");
        }
        return new TensorBytes(
                name,
                DType.F32,
                shape(tensor),
                MemorySegment.ofAddress(tensor.data_ptr().address())
                        .reinterpret(tensor.nbytes())
                        .asReadOnly());
    }

    private static List<Long> shape(Tensor tensor) {
        List<Long> shape = new ArrayList<>();
        for (long size : tensor.shape()) {
            shape.add(size);
        }
        return shape;
    }

    /** The values as floats, row-major. */
    public static float[] toFloats(Tensor tensor) {
        Tensor flat = tensor.detach().cpu().to(ScalarType.Float).contiguous();
        float[] values = new float[Math.toIntExact(flat.numel())];
        if (values.length > 0) {
            flat.data_ptr_float().get(values);
        }
        return values;
    }

    /** CRC-32C (Castagnoli) of the tensor's bytes. */
    static long checksum(Tensor tensor) {
        Tensor flat = tensor.detach().cpu().contiguous();
        MemorySegment bytes =
                MemorySegment.ofAddress(flat.data_ptr().address()).reinterpret(flat.nbytes());
        CRC32C checksum = new CRC32C();
        for (long start = 0; start < bytes.byteSize(); start += BYTES_AT_ONCE) {
            long size = Math.min(BYTES_AT_ONCE, bytes.byteSize() - start);
            checksum.update(bytes.asSlice(start, size).asByteBuffer());
        }
        return checksum.getValue();
    }

    static Scalar scalar(double value) {
        return new Scalar(value);
    }

    static ScalarTypeOptional type(ScalarType type) {
        return new ScalarTypeOptional(type);
    }

    static TensorVector vector(List<Tensor> tensors) {
        return new TensorVector(tensors.toArray(Tensor[]::new));
    }

    static Tensor cat(List<Tensor> tensors, long dimension) {
        return tensors.size() == 1 ? tensors.getFirst() : torch.cat(vector(tensors), dimension);
    }

    static Tensor onDevice(Placement placement, Tensor tensor) {
        return placement.cuda() ? tensor.cuda() : tensor;
    }

    static ScalarType scalarType(DType type) {
        return switch (type) {
            case F32 -> ScalarType.Float;
            case F16 -> ScalarType.Half;
            case BF16 -> ScalarType.BFloat16;
            case F64 -> ScalarType.Double;
            case I64 -> ScalarType.Long;
            case I32 -> ScalarType.Int;
            case I16 -> ScalarType.Short;
            case I8 -> ScalarType.Char;
            case U8 -> ScalarType.Byte;
            case BOOL -> ScalarType.Bool;
            default ->
                    throw new ModelException(
                            "tensors of type "
                                    + type
                                    + " are not read; convert to F32, F16 or BF16");
        };
    }

    /** A pointer into somebody else's memory, never freed by JavaCPP. */
    private static final class Borrowed extends Pointer {
        Borrowed(MemorySegment segment) {
            super((Pointer) null);
            if (ByteOrder.nativeOrder() != ByteOrder.LITTLE_ENDIAN) {
                throw new ModelException("safetensors are little-endian; this machine is not");
            }
            this.address = segment.address();
            this.limit = segment.byteSize();
            this.capacity = segment.byteSize();
        }
    }
}
