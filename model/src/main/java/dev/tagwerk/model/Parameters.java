package dev.tagwerk.model;

import dev.tagwerk.modelfiles.DType;
import dev.tagwerk.modelfiles.TensorBytes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * All trainable tensors in one flat fp32 buffer, with AdamW's two moments and one gradient buffer
 * per worker beside it; the tensors that the network sees are views into it.
 *
 * <p>One buffer makes the optimiser a handful of kernels instead of thousands, and a checkpoint a
 * copy. Only one thread may change it; workers write into their own gradient buffer.
 */
public final class Parameters implements AutoCloseable {
    private final List<Parameter> list;
    private final Map<String, Integer> index = new HashMap<>();
    private final long[] offsets;
    private final long total;
    private final PointerScope owner;
    private final Tensor values;
    private final Tensor firstMoment;
    private final Tensor secondMoment;
    private final List<Tensor> gradients = new ArrayList<>();
    private final List<Tensor> leaves = new ArrayList<>();
    private final List<List<Tensor>> gradientViews = new ArrayList<>();
    private boolean reduced;

    Parameters(List<Parameter> parameters, Placement placement, long seed) {
        Libtorch.load();
        list =
                parameters.stream()
                        .sorted(
                                Comparator.comparing(
                                        Parameter::group)) // stable: groups are contiguous
                        .toList();
        offsets = new long[list.size() + 1];
        for (int i = 0; i < list.size(); i++) {
            if (index.put(list.get(i).name(), i) != null) {
                throw new ModelException("parameter named twice: " + list.get(i).name());
            }
            offsets[i + 1] = offsets[i] + list.get(i).size();
        }
        total = offsets[list.size()];
        owner = new PointerScope();
        try (NoGradGuard guard = new NoGradGuard()) {
            TensorOptions options = placement.options(ScalarType.Float);
            values = torch.zeros(new long[] {total}, options);
            firstMoment = torch.zeros(new long[] {total}, options);
            secondMoment = torch.zeros(new long[] {total}, options);
            for (int w = 0; w < placement.workers(); w++) {
                Tensor gradient = torch.zeros(new long[] {total}, options);
                gradients.add(gradient);
                List<Tensor> views = new ArrayList<>();
                for (int i = 0; i < list.size(); i++) {
                    views.add(view(gradient, i));
                }
                gradientViews.add(views);
            }
            for (int i = 0; i < list.size(); i++) {
                try (PointerScope temporary = new PointerScope()) {
                    initialise(view(values, i), list.get(i), seed);
                }
            }
        } finally {
            PointerScopes.leave(owner);
        }
        PointerScope leafScope = new PointerScope();
        for (int i = 0; i < list.size(); i++) {
            Tensor leaf = view(values, i).detach().set_requires_grad(true);
            leaf.retainReference();
            leaves.add(leaf);
        }
        leafScope.close();
    }

    private Tensor view(Tensor flat, int i) {
        return flat.narrow(0, offsets[i], offsets[i + 1] - offsets[i]).view(list.get(i).shape());
    }

    private static void initialise(Tensor target, Parameter parameter, long seed) {
        switch (parameter.initial()) {
            case Parameter.Initial.Constant constant ->
                    target.fill_(Tensors.scalar(constant.value()));
            case Parameter.Initial.Uniform uniform -> {
                var random = new SplittableRandom(seed ^ stableHash(parameter.name()));
                float[] drawn = new float[Math.toIntExact(parameter.size())];
                for (int i = 0; i < drawn.length; i++) {
                    drawn[i] = (float) ((random.nextDouble() * 2 - 1) * uniform.bound());
                }
                target.copy_(Tensor.create(drawn, parameter.shape()));
            }
            case Parameter.Initial.Stored stored -> copyInto(target, stored.values());
            case Parameter.Initial.Normal normal -> {
                var random = new SplittableRandom(seed ^ stableHash(parameter.name()));
                float[] drawn = new float[Math.toIntExact(parameter.size())];
                for (int i = 0; i < drawn.length; i++) {
                    drawn[i] = (float) (random.nextGaussian() * normal.deviation());
                }
                target.copy_(Tensor.create(drawn, parameter.shape()));
            }
        }
    }

    // FNV-1a: the same on every machine, unlike what String.hashCode promises for long names'
    // spread.
    private static long stableHash(String text) {
        long hash = 0xcbf29ce484222325L;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
        }
        return hash;
    }

    /** The number of trainable values. */
    public long count() {
        return total;
    }

    List<String> names() {
        return list.stream().map(Parameter::name).toList();
    }

    boolean has(String name) {
        return index.containsKey(name);
    }

    Tensor leaf(String name) {
        return leaves.get(positionOf(name));
    }

    List<Tensor> leaves() {
        return leaves;
    }

    Tensor gradient(int worker, String name) {
        return gradientViews.get(worker).get(positionOf(name));
    }

    private int positionOf(String name) {
        Integer i = index.get(name);
        if (i == null) {
            throw new ModelException("no trainable tensor is named " + name);
        }
        return i;
    }

    List<Tensor> gradientViews(int worker) {
        return gradientViews.get(worker);
    }

    Tensor values() {
        return values;
    }

    Tensor firstMoment() {
        return firstMoment;
    }

    Tensor secondMoment() {
        return secondMoment;
    }

    /** Sets all gradient buffers to zero. */
    public void clearGradients() {
        gradients.forEach(Tensor::zero_);
        reduced = false;
    }

    /**
     * The workers' gradients summed in worker order, in the first worker's buffer; summed once
     * until they are cleared.
     */
    Tensor reducedGradient() {
        Tensor sum = gradients.getFirst();
        for (int w = 1; w < gradients.size() && !reduced; w++) {
            sum.add_(gradients.get(w));
        }
        reduced = true;
        return sum;
    }

    /** The slice of a flat buffer that {@code group} takes, or an empty one. */
    Tensor group(Tensor flat, ParameterGroup group) {
        int first = -1;
        int last = -1;
        for (int i = 0; i < list.size(); i++) {
            if (list.get(i).group() == group) {
                first = first < 0 ? i : first;
                last = i;
            }
        }
        return first < 0
                ? flat.narrow(0, 0, 0)
                : flat.narrow(0, offsets[first], offsets[last + 1] - offsets[first]);
    }

    /** Every trainable tensor by name, as fp32 bytes. */
    public List<TensorBytes> save() {
        try (PointerScope scope = new PointerScope()) {
            List<TensorBytes> saved = new ArrayList<>();
            for (int i = 0; i < list.size(); i++) {
                saved.add(Tensors.bytes(list.get(i).name(), view(values, i), DType.F32));
            }
            return saved;
        }
    }

    /**
     * The same without a copy where they lie in this machine's memory: true until the next change,
     * and not to be touched after {@link #close}.
     */
    public List<TensorBytes> current() {
        try (PointerScope scope = new PointerScope()) {
            List<TensorBytes> list = new ArrayList<>();
            for (int i = 0; i < this.list.size(); i++) {
                list.add(Tensors.view(this.list.get(i).name(), view(values, i)));
            }
            return list;
        }
    }

    /** As {@link #saveMoments}, without a copy as {@link #current}. */
    public List<TensorBytes> currentMoments() {
        try (PointerScope scope = new PointerScope()) {
            return List.of(
                    Tensors.view("exp_avg", firstMoment), Tensors.view("exp_avg_sq", secondMoment));
        }
    }

    /** The optimiser's state: flat first and second moments, fp32. */
    public List<TensorBytes> saveMoments() {
        try (PointerScope scope = new PointerScope()) {
            return List.of(
                    Tensors.bytes("exp_avg", firstMoment, DType.F32),
                    Tensors.bytes("exp_avg_sq", secondMoment, DType.F32));
        }
    }

    /** A checksum over all values and the optimiser's state; equal where every bit is equal. */
    public String checksum() {
        try (PointerScope scope = new PointerScope()) {
            StringBuilder text = new StringBuilder();
            for (Tensor flat : List.of(values, firstMoment, secondMoment)) {
                text.append(String.format(Locale.ROOT, "%08x", Tensors.checksum(flat)));
            }
            return text.toString();
        }
    }

    /**
     * Puts saved tensors back.
     *
     * @throws ModelException when one is missing or has another shape; nothing is changed then
     */
    public void restore(Map<String, TensorBytes> saved, Map<String, TensorBytes> moments) {
        List<TensorBytes> tensors = new ArrayList<>();
        for (Parameter parameter : list) {
            tensors.add(requireSaved(saved, parameter.name(), parameter.shape()));
        }
        TensorBytes first = requireSaved(moments, "exp_avg", total);
        TensorBytes second = requireSaved(moments, "exp_avg_sq", total);
        try (PointerScope scope = new PointerScope();
                NoGradGuard guard = new NoGradGuard()) {
            for (int i = 0; i < list.size(); i++) {
                copyInto(view(values, i), tensors.get(i));
            }
            copyInto(firstMoment, first);
            copyInto(secondMoment, second);
        }
    }

    /**
     * Sets some of the trainable tensors and leaves the optimiser's state alone.
     *
     * @throws ModelException when a name is not trainable here or a shape differs; nothing is
     *     changed
     */
    public void overwrite(Map<String, TensorBytes> tensors) {
        tensors.forEach(
                (name, bytes) -> {
                    WeightNames.requireShape(bytes, list.get(positionOf(name)).shape());
                });
        try (PointerScope scope = new PointerScope();
                NoGradGuard guard = new NoGradGuard()) {
            tensors.forEach((name, bytes) -> copyInto(view(values, positionOf(name)), bytes));
        }
    }

    // Straight from the file where that is mapped; its pages need not stay.
    private static void copyInto(Tensor target, TensorBytes source) {
        try (PointerScope temporary = new PointerScope()) {
            Placement plain = new Placement(false, Precision.FP32, Precision.FP32, 1);
            target.copy_(
                    Tensors.over(source)
                            .orElseGet(() -> Tensors.of(source, ScalarType.Float, plain)));
        }
        Pages.forget(source.bytes());
    }

    private static TensorBytes requireSaved(
            Map<String, TensorBytes> saved, String name, long... shape) {
        TensorBytes bytes = saved.get(name);
        if (bytes == null) {
            throw new ModelException("the checkpoint lacks the tensor " + name);
        }
        WeightNames.requireShape(bytes, shape);
        return bytes;
    }

    @Override
    public void close() {
        leaves.forEach(Tensor::releaseReference);
        owner.close();
    }
}
