package dev.tagwerk.model;

import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * Where a model lies and how it computes.
 *
 * @param cuda whether tensors lie on the first CUDA device instead of in main memory
 * @param storage the precision the frozen weights are rounded to
 * @param compute the precision of the matrix products; FP32 where the processor only emulates
 *     {@code storage}
 * @param workers threads that share a batch (1 on CUDA); part of the reduction order, hence of
 *     bit-identity
 */
public record Placement(boolean cuda, Precision storage, Precision compute, int workers) {
    public Placement {
        if (workers < 1 || workers > 256) {
            throw new ModelException("workers must be between 1 and 256, not " + workers);
        }
        if (cuda && workers != 1) {
            throw new ModelException("a CUDA device is driven by one worker, not " + workers);
        }
    }

    /** On the processor, with bfloat16 computed natively where the processor can. */
    public static Placement cpu(Precision precision, int workers) {
        if (precision == Precision.FP16) {
            throw new ModelException("fp16 needs a GPU; on the processor use fp32 or bf16");
        }
        Precision compute =
                precision == Precision.BF16 && !Libtorch.nativeBfloat16()
                        ? Precision.FP32
                        : precision;
        return new Placement(false, precision, compute, workers);
    }

    /** On the first CUDA device. */
    public static Placement cudaDevice(Precision precision) {
        return new Placement(true, precision, precision, 1);
    }

    TensorOptions options(ScalarType type) {
        TensorOptions options = new TensorOptions(type);
        return cuda ? options.device(new org.bytedeco.pytorch.DeviceOptional(device())) : options;
    }

    Device device() {
        return new Device(cuda ? torch.DeviceType.CUDA : torch.DeviceType.CPU);
    }
}
