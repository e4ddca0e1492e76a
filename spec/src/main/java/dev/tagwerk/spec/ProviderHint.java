package dev.tagwerk.spec;

import java.util.Optional;

/**
 * Where a container should run, as far as somebody said.
 *
 * @param region in the provider's words
 * @param machine in the provider's words: a workload profile, a flavor, a compute
 */
public record ProviderHint(
        Optional<Provider> provider, Optional<String> region, Optional<String> machine) {
    public static final ProviderHint NONE =
            new ProviderHint(Optional.empty(), Optional.empty(), Optional.empty());

    public ProviderHint {
        region.ifPresent(ContainerKeys.REGION::require);
        machine.ifPresent(ContainerKeys.MACHINE::require);
    }
}
