package dev.tagwerk.pricefeed;

import java.net.URI;

/** Where prices and rates are published; a company's mirror may take their place. */
public record Publishers(URI azure, URI ovh, URI ecb) {
    public static final Publishers REAL =
            new Publishers(
                    URI.create("https://prices.azure.com/api/retail/prices"),
                    URI.create(
                            "https://eu.api.ovh.com/v1/order/catalog/public/cloud?ovhSubsidiary=FR"),
                    URI.create("https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml"));
}
