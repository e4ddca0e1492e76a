package dev.tagwerk.train;

import dev.tagwerk.model.Libtorch;
import dev.tagwerk.spec.Device;
import dev.tagwerk.spec.TrainingJob;

/**
 * What a job would compute on, as far as memory depends on it.
 *
 * @param cuda whether there is a GPU
 * @param capability its compute capability, major * 10 + minor; 0 without one
 * @param threads threads of the processor that a job without {@code resources.threads} takes
 * @param bfloat16 whether the processor multiplies bfloat16 by itself
 */
public record Hardware(boolean cuda, int capability, int threads, boolean bfloat16) {
    /** This machine, without loading libtorch. */
    public static Hardware here(int threads) {
        boolean cuda = Libtorch.cudaDevices() > 0;
        return new Hardware(
                cuda, cuda ? Libtorch.cudaCapability() : 0, threads, Libtorch.nativeBfloat16());
    }

    /** Another machine with such a card. */
    public Hardware withCard(int capability) {
        return new Hardware(true, capability, threads, bfloat16);
    }

    /** Whether this job computes on a GPU. */
    public boolean onCard(TrainingJob job) {
        return job.resources().gpus().isPresent()
                || job.resources().device() == Device.CUDA
                || job.resources().device() == Device.AUTO && cuda;
    }

    /** Worker threads of each process. */
    int workers(TrainingJob job) {
        if (onCard(job)) {
            return 1;
        }
        int all = job.resources().threads() == 0 ? threads : job.resources().threads();
        return Math.max(1, all / job.resources().processes());
    }
}
