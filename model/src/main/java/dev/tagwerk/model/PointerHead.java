package dev.tagwerk.model;

import java.util.List;
import java.util.function.Function;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;

/**
 * The decision readout: {@code logit_k = q(norm(h_answer)) . k(norm(h_option_k)) / sqrt(dim)}, one
 * norm for both, fp32.
 */
final class PointerHead {
    static final String NORM_WEIGHT = "norm.weight";
    static final String NORM_BIAS = "norm.bias";
    static final String QUERY_WEIGHT = "q.weight";
    static final String QUERY_BIAS = "q.bias";
    static final String KEY_WEIGHT = "k.weight";
    static final String KEY_BIAS = "k.bias";
    private static final double NORM_EPSILON = 1e-5;

    private final Tensor normWeight;
    private final Tensor normBias;
    private final Tensor queryWeight;
    private final Tensor queryBias;
    private final Tensor keyWeight;
    private final Tensor keyBias;

    /** Over tensors that somebody else owns, by their names in {@code head.safetensors}. */
    PointerHead(Function<String, Tensor> tensors) {
        normWeight = tensors.apply(NORM_WEIGHT);
        normBias = tensors.apply(NORM_BIAS);
        queryWeight = tensors.apply(QUERY_WEIGHT);
        queryBias = tensors.apply(QUERY_BIAS);
        keyWeight = tensors.apply(KEY_WEIGHT);
        keyBias = tensors.apply(KEY_BIAS);
    }

    /** The trainable tensors of a fresh head, initialised as {@code torch.nn.Linear} does. */
    static List<Parameter> parameters(int hidden, int dimension) {
        var uniform = new Parameter.Initial.Uniform(1 / Math.sqrt(hidden));
        return List.of(
                parameter(
                        NORM_WEIGHT,
                        ParameterGroup.HEAD_VECTOR,
                        new Parameter.Initial.Constant(1),
                        hidden),
                parameter(
                        NORM_BIAS,
                        ParameterGroup.HEAD_VECTOR,
                        new Parameter.Initial.Constant(0),
                        hidden),
                parameter(QUERY_WEIGHT, ParameterGroup.HEAD_MATRIX, uniform, dimension, hidden),
                parameter(QUERY_BIAS, ParameterGroup.HEAD_VECTOR, uniform, dimension),
                parameter(KEY_WEIGHT, ParameterGroup.HEAD_MATRIX, uniform, dimension, hidden),
                parameter(KEY_BIAS, ParameterGroup.HEAD_VECTOR, uniform, dimension));
    }

    private static Parameter parameter(
            String name, ParameterGroup group, Parameter.Initial initial, long... shape) {
        return new Parameter(name, shape, group, initial);
    }

    /**
     * Logits of all options of all rows behind one another, {@code [options]}.
     *
     * @param hidden {@code [n, hidden]}, after the decoder's final norm
     * @param layout which rows of {@code hidden} are options and queries
     * @param dropout on the inputs of q and k, or a stream that is not active
     */
    Tensor logits(
            Tensor hidden, DecisionLayout layout, DropoutStream dropout, Placement placement) {
        Tensor normed =
                torch.layer_norm(
                        hidden,
                        new long[] {hidden.size(1)},
                        new TensorOptional(normWeight),
                        new TensorOptional(normBias),
                        NORM_EPSILON,
                        false);
        Tensor answers = normed.index_select(0, Tensors.longs(placement, layout.queryIndexes()));
        Tensor options = normed.index_select(0, Tensors.longs(placement, layout.optionIndexes()));
        Tensor query =
                torch.addmm(
                        queryBias,
                        dropout.apply(answers),
                        queryWeight.t(),
                        new Scalar(1.0),
                        new Scalar(1.0));
        Tensor key =
                torch.addmm(
                        keyBias,
                        dropout.apply(options),
                        keyWeight.t(),
                        new Scalar(1.0),
                        new Scalar(1.0));
        Tensor perOption = query.index_select(0, Tensors.longs(placement, layout.rowOfOption()));
        return key.mul(perOption)
                .sum(1)
                .div(new Scalar(Math.sqrt(queryWeight.size(0)))); // [options]
    }

    /**
     * {@code logits [options] -> log probabilities [rows, most options]}; absent ones hold -1e30.
     */
    static Tensor logProbabilities(Tensor logits, DecisionLayout layout, Placement placement) {
        Tensor absent =
                torch.full(
                        new long[] {1},
                        new Scalar(-1e30),
                        placement.options(torch.ScalarType.Float));
        Tensor padded =
                Tensors.cat(List.of(logits, absent), 0)
                        .index_select(0, Tensors.longs(placement, layout.padded()))
                        .view(layout.rows(), layout.mostOptions());
        return torch.log_softmax(padded, 1, Tensors.type(torch.ScalarType.Float));
    }
}
