package dev.tagwerk.market;

/** What a tariff is the price of; an empty region or machine stands for all of them. */
record TariffKey(String service, String region, String machine, Meter meter, Plan plan) {}
