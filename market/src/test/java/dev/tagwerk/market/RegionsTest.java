package dev.tagwerk.market;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RegionsTest {
    private static final String ACA = "azure-container-apps";
    private static final String T4 = "Consumption-GPU-NC8as-T4";

    private static Region region(String name) {
        return Regions.find(name).orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "westus2",
                "West US 2",
                "WestUS2",
                "west us 2",
                "Westliches USA 2",
                "west-us-2"
            })
    void oneRegionUnderManyNames(String text) {
        assertThat(Regions.find(text)).map(Region::name).contains("westus2");
    }

    @ParameterizedTest
    @CsvSource({
        "westeurope, NL, EU",
        "francecentral, FR, EU",
        "norwayeast, NO, EEA",
        "uksouth, GB, ADEQUATE",
        "switzerlandnorth, CH, ADEQUATE",
        "eastus, US, THIRD_COUNTRY",
        "GRA, FR, EU",
        "bhs, CA, ADEQUATE",
    })
    void countryAndJurisdiction(String name, String country, Jurisdiction jurisdiction) {
        assertThat(region(name).country()).isEqualTo(country);
        assertThat(region(name).jurisdiction()).isEqualTo(jurisdiction);
    }

    @Test
    void unknownRegionsAreUnknown() {
        assertThat(Regions.find("westus9")).isEmpty();
        assertThat(Regions.find("azure", "GRA")).isEmpty();
    }

    @Test
    void whatContainerAppsHasInARegion() {
        ServiceRegion west = ServiceRegions.find(ACA, "West US 2").orElseThrow();
        assertThat(west.has(T4)).contains(true);
        assertThat(west.has("Consumption-GPU-NC24-A100")).contains(false);
        assertThat(west.serverlessGpus()).extracting(Gpu::name).containsExactly("T4");
        assertThat(west.features()).contains("jobs");
        ServiceRegion frankfurt = ServiceRegions.find(ACA, "germanywestcentral").orElseThrow();
        assertThat(frankfurt.has(T4)).contains(false);
        assertThat(ServiceRegions.find(ACA, "mexicocentral").orElseThrow().features())
                .doesNotContain("jobs");
    }

    @Test
    void westEuropeHasANote() {
        assertThat(ServiceRegions.find(ACA, "westeurope").orElseThrow().note())
                .hasValueSatisfying(note -> assertThat(note).contains("new environment"));
    }

    @Test
    void anIncompleteListLeavesOpenWhatItDoesNotName() {
        assertThat(ServiceRegions.find("ovh-ai", "GRA").orElseThrow().has("h100-1-gpu")).isEmpty();
        assertThat(ServiceRegions.find("ovh-ai", "SBG")).isEmpty();
    }

    @Test
    void theNearestRegionOfTheUnionWithTheGpu() {
        assertThat(
                        ServiceRegions.nearest(
                                ACA,
                                T4,
                                region("germanywestcentral"),
                                region -> region.jurisdiction() == Jurisdiction.EU))
                .extracting(one -> one.region().name())
                .startsWith("westeurope")
                .contains("francecentral", "italynorth", "swedencentral")
                .doesNotContain("uksouth", "germanywestcentral", "northeurope");
        assertThat(ServiceRegions.nearest(ACA, T4, region("westus2"), region -> true).getFirst())
                .isEqualTo(ServiceRegions.find(ACA, "westus2").orElseThrow());
    }

    @Test
    void whoseLawAProviderIsUnder() {
        assertThat(Providers.find("azure-ml").orElseThrow().cloudAct()).isEqualTo(CloudAct.YES);
        assertThat(Providers.find("OVHcloud").orElseThrow().cloudAct()).isEqualTo(CloudAct.NO);
        assertThat(Providers.find("Open Telekom Cloud").orElseThrow().cloudAct())
                .isEqualTo(CloudAct.ASSESS);
        assertThat(Providers.find("nobody")).isEmpty();
    }
}
