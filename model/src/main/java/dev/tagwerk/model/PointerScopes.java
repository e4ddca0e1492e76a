package dev.tagwerk.model;

import java.util.function.Supplier;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;

/** Scopes that own tensors beyond the block in which they were made. */
final class PointerScopes {
    private PointerScopes() {}

    /** Stops attaching new pointers to {@code scope} without freeing what it already owns. */
    static void leave(PointerScope scope) {
        scope.extend();
        scope.close();
    }

    /**
     * Runs {@code work} in a scope of its own and hands its result alone to the enclosing scope.
     */
    static Tensor keep(Supplier<Tensor> work) {
        Tensor result;
        try (PointerScope inner = new PointerScope()) {
            result = work.get();
            result.retainReference();
        }
        PointerScope outer = PointerScope.getInnerScope();
        if (outer != null) {
            outer.attach(result);
            result.releaseReference();
        }
        return result;
    }
}
