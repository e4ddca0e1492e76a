package dev.tagwerk.model;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/** The matrix of a linear map, {@code [out, in]}: as it is, or in fewer bits. */
sealed interface Matrix permits Matrix.Dense, Nf4Matrix, Int8Matrix {
    /** The matrix in a type of products: itself where it has that type, otherwise a new tensor. */
    Tensor dense(ScalarType type);

    /** A matrix in a type that products take. */
    record Dense(Tensor tensor) implements Matrix {
        @Override
        public Tensor dense(ScalarType type) {
            return tensor.scalar_type() == type ? tensor : tensor.to(type);
        }
    }
}
