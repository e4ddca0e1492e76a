package dev.tagwerk.modelfiles;

/**
 * A rotary position embedding (Su et al. 2021, arXiv:2104.09864): its base and how it is scaled.
 * Frequencies are computed in fp32 like those of transformers' {@code modeling_rope_utils}, whose
 * formulas these are.
 *
 * @param theta base of the frequencies, above 0
 * @param scaling how they are changed for long texts
 */
public record Rope(double theta, RopeScaling scaling) {
    public Rope {
        if (!(theta > 0 && theta < Double.POSITIVE_INFINITY)) {
            throw new ModelFilesException("the rotary base must be above 0, but is " + theta);
        }
    }

    /** Whether {@link #frequencies} differ between rows of different length. */
    public boolean dependsOnLength() {
        return scaling instanceof RopeScaling.Dynamic;
    }

    /** Whether a row of this length turns by other angles than one a token shorter. */
    public boolean changesWith(int length) {
        return scaling instanceof RopeScaling.Dynamic dynamic && length > dynamic.maxPositions();
    }

    /** What cosine and sine are multiplied by; 1 without YaRN. */
    public double attentionFactor() {
        return scaling instanceof RopeScaling.Yarn yarn ? yarn.attentionFactor() : 1;
    }

    /**
     * Radians per position of each pair of features.
     *
     * @param headDim width of a head, even
     * @param length tokens in the row; only {@link RopeScaling.Dynamic} looks at it
     * @return {@code headDim / 2} frequencies, the fastest first
     */
    public float[] frequencies(int headDim, int length) {
        return switch (scaling) {
            case RopeScaling.None none -> plain(theta, headDim);
            case RopeScaling.Linear linear -> {
                float[] frequencies = plain(theta, headDim);
                for (int i = 0; i < frequencies.length; i++) {
                    frequencies[i] /= (float) linear.factor();
                }
                yield frequencies;
            }
            case RopeScaling.Dynamic dynamic -> plain(base(dynamic, headDim, length), headDim);
            case RopeScaling.Yarn yarn -> yarn(yarn, headDim);
            case RopeScaling.Llama3 llama3 -> llama3(llama3, headDim);
        };
    }

    // 1 / theta^(2i/d)
    private static float[] plain(double base, int headDim) {
        float[] frequencies = new float[headDim / 2];
        for (int i = 0; i < frequencies.length; i++) {
            frequencies[i] = 1f / (float) Math.pow(base, (float) (2 * i) / headDim);
        }
        return frequencies;
    }

    private double base(RopeScaling.Dynamic dynamic, int headDim, int length) {
        double ratio = (double) Math.max(length, dynamic.maxPositions()) / dynamic.maxPositions();
        double stretch = dynamic.factor() * ratio - (dynamic.factor() - 1);
        return theta * Math.pow(stretch, (double) headDim / (headDim - 2));
    }

    private float[] yarn(RopeScaling.Yarn yarn, int headDim) {
        double low = correction(yarn.betaFast(), yarn, headDim);
        double high = correction(yarn.betaSlow(), yarn, headDim);
        if (yarn.truncate()) {
            low = Math.floor(low);
            high = Math.ceil(high);
        }
        low = Math.max(low, 0);
        high = Math.min(high, headDim - 1);
        float width = (float) (low == high ? 0.001 : high - low);
        float[] frequencies = new float[headDim / 2];
        for (int i = 0; i < frequencies.length; i++) {
            float power = (float) Math.pow(theta, (float) (2 * i) / headDim);
            float ramp = Math.clamp((i - (float) low) / width, 0f, 1f);
            float kept = 1 - ramp;
            frequencies[i] = 1f / ((float) yarn.factor() * power) * (1 - kept) + 1f / power * kept;
        }
        return frequencies;
    }

    /** The dimension whose wave turns {@code rotations} times over the original positions. */
    private double correction(double rotations, RopeScaling.Yarn yarn, int headDim) {
        return headDim
                * Math.log(yarn.originalPositions() / (rotations * 2 * Math.PI))
                / (2 * Math.log(theta));
    }

    private float[] llama3(RopeScaling.Llama3 llama3, int headDim) {
        double original = llama3.originalPositions();
        double low = llama3.lowFrequencyFactor();
        double high = llama3.highFrequencyFactor();
        float[] frequencies = plain(theta, headDim);
        for (int i = 0; i < frequencies.length; i++) {
            float frequency = frequencies[i];
            double wavelength = (float) (2 * Math.PI) / frequency;
            if (wavelength > original / low) {
                frequencies[i] = frequency / (float) llama3.factor();
            } else if (wavelength >= original / high) {
                float smooth = (float) ((original / wavelength - low) / (high - low));
                frequencies[i] =
                        (1 - smooth) * frequency / (float) llama3.factor() + smooth * frequency;
            }
        }
        return frequencies;
    }
}
