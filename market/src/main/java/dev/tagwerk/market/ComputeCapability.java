package dev.tagwerk.market;

import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What NVIDIA calls the compute capability of a GPU, and what follows from it (CUDA C++ Programming
 * Guide, section "Compute Capabilities").
 */
public record ComputeCapability(int major, int minor) implements Comparable<ComputeCapability> {
    /** "7.5", or "sm_75", "compute_100", "90a": without a point the last digit is the minor one. */
    private static final Pattern TEXT =
            Pattern.compile("(?:sm|compute)?_?(?:(\\d{1,2})\\.(\\d)|(\\d{1,2})(\\d))[af]?");

    private static final Comparator<ComputeCapability> ORDER =
            Comparator.comparingInt(ComputeCapability::major)
                    .thenComparingInt(ComputeCapability::minor);

    public ComputeCapability {
        if (major < 1 || major > 99 || minor < 0 || minor > 9) {
            throw new MarketException("no compute capability: " + major + "." + minor);
        }
    }

    /** Reads "7.5", "sm_75", "compute_75" or "90a"; empty when the text is none of these. */
    public static Optional<ComputeCapability> parse(String text) {
        Matcher matcher = TEXT.matcher(text.strip().toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            return Optional.empty();
        }
        boolean point = matcher.group(1) != null;
        int major = Integer.parseInt(matcher.group(point ? 1 : 3));
        int minor = Integer.parseInt(matcher.group(point ? 2 : 4));
        return major < 1 ? Optional.empty() : Optional.of(new ComputeCapability(major, minor));
    }

    private boolean from(int neededMajor, int neededMinor) {
        return compareTo(new ComputeCapability(neededMajor, neededMinor)) >= 0;
    }

    /** Computes in fp16 itself (since Pascal; fast since Volta's tensor cores). */
    public boolean fp16() {
        return from(5, 3);
    }

    /** Has tensor cores for fp16. */
    public boolean fp16TensorCores() {
        return from(7, 0);
    }

    /** Computes in bf16 itself; older GPUs emulate it, slowly. */
    public boolean bf16() {
        return from(8, 0);
    }

    /** Rounds fp32 products to TF32 when allowed to. */
    public boolean tf32() {
        return from(8, 0);
    }

    /** Computes in fp8 itself. */
    public boolean fp8() {
        return from(8, 9);
    }

    /** FlashAttention-2's kernels run (they need Ampere or newer). */
    public boolean flashAttention2() {
        return from(8, 0);
    }

    /** "sm_75", as compilers and libraries write it. */
    public String sm() {
        return "sm_" + major + minor;
    }

    @Override
    public int compareTo(ComputeCapability other) {
        return ORDER.compare(this, other);
    }

    /** "7.5". */
    @Override
    public String toString() {
        return major + "." + minor;
    }
}
