package dev.tagwerk.model;

import java.util.Map;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;

/**
 * AdamW (Loshchilov and Hutter 2019, arXiv:1711.05101) with the arithmetic of {@code
 * torch.optim.AdamW}: decoupled decay first, bias-corrected moments, epsilon outside the root.
 *
 * @param beta1 decay of the first moment
 * @param beta2 decay of the second moment
 * @param epsilon added to the root of the second moment
 */
public record AdamW(double beta1, double beta2, double epsilon) {
    public AdamW {
        if (!(beta1 >= 0 && beta1 < 1) || !(beta2 >= 0 && beta2 < 1) || !(epsilon > 0)) {
            throw new ModelException("AdamW needs 0 <= beta < 1 and epsilon > 0");
        }
    }

    /** Learning rate and weight decay of one group in one step. */
    public record Rate(double learningRate, double weightDecay) {}

    /**
     * One update from the workers' gradients, clipped to {@code maxNorm} as {@code clip_grad_norm_}
     * does.
     *
     * @param step 1 for the first update
     * @param maxNorm 0 for no clipping
     * @param lossScale what the gradients were multiplied by (1 unless fp16)
     * @return the gradient's norm before clipping; when it is not finite nothing was changed
     */
    public double update(
            Parameters parameters,
            Map<ParameterGroup, Rate> rates,
            long step,
            double maxNorm,
            double lossScale) {
        try (PointerScope scope = new PointerScope();
                NoGradGuard guard = new NoGradGuard()) {
            Tensor gradient = parameters.reducedGradient();
            if (lossScale != 1) {
                gradient.div_(new Scalar(lossScale));
            }
            double norm = gradient.norm().item_double();
            if (!Double.isFinite(norm)) {
                return norm;
            }
            double clip = maxNorm > 0 ? Math.min(1, maxNorm / (norm + 1e-6)) : 1;
            if (clip < 1) {
                gradient.mul_(new Scalar(clip));
            }
            for (ParameterGroup group : ParameterGroup.values()) {
                Tensor value = parameters.group(parameters.values(), group);
                if (value.numel() > 0) {
                    Rate rate = rates.get(group);
                    if (rate == null) {
                        throw new ModelException("no learning rate for parameter group " + group);
                    }
                    updateGroup(parameters, group, value, gradient, rate, step);
                }
            }
            return norm;
        }
    }

    private void updateGroup(
            Parameters parameters,
            ParameterGroup group,
            Tensor value,
            Tensor gradient,
            Rate rate,
            long step) {
        Tensor g = parameters.group(gradient, group);
        Tensor m = parameters.group(parameters.firstMoment(), group);
        Tensor v = parameters.group(parameters.secondMoment(), group);
        if (rate.weightDecay() != 0) {
            value.mul_(new Scalar(1 - rate.learningRate() * rate.weightDecay()));
        }
        m.lerp_(g, new Scalar(1 - beta1));
        v.mul_(new Scalar(beta2)).addcmul_(g, g, new Scalar(1 - beta2));
        double correction1 = 1 - Math.pow(beta1, step);
        double correction2 = 1 - Math.pow(beta2, step);
        Tensor denominator =
                v.sqrt().div_(new Scalar(Math.sqrt(correction2))).add_(new Scalar(epsilon));
        value.addcdiv_(m, denominator, new Scalar(-rate.learningRate() / correction1));
    }
}
