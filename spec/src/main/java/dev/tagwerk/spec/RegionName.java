package dev.tagwerk.spec;

/**
 * A region as it was written: {@code azure/westeurope}. Whether there is one is not known here.
 *
 * @param provider such as {@code azure} or {@code ovhcloud}
 */
public record RegionName(String provider, String region) {
    public RegionName {
        if (provider.isBlank() || region.isBlank()) {
            throw new SpecException("a region is written provider/region");
        }
    }

    @Override
    public String toString() {
        return provider + "/" + region;
    }
}
