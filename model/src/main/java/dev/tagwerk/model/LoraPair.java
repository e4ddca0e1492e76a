package dev.tagwerk.model;

import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * One low-rank correction: {@code y += scale * B (A x)} (Hu et al. 2021, arXiv:2106.09685).
 *
 * @param a {@code [rank, in]}, fp32
 * @param b {@code [out, rank]}, fp32
 * @param scale alpha/rank, or alpha/sqrt(rank) with rslora (arXiv:2312.03732)
 */
record LoraPair(Tensor a, Tensor b, double scale) {
    /**
     * The change of an embedding's rows: {@code scale * B A[:, ids]}, {@code [ids, hidden]}; here A
     * is {@code [rank, vocab]} and B {@code [hidden, rank]}.
     */
    Tensor lookedUp(Tensor ids) {
        return torch.mm(a.index_select(1, ids).t(), b.t()).mul(new Scalar(scale));
    }
}
