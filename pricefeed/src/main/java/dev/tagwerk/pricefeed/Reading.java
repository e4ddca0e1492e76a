package dev.tagwerk.pricefeed;

import dev.tagwerk.market.Tariff;
import java.util.List;

/**
 * What a publisher said.
 *
 * @param doubts what of it was not believed, and why
 */
record Reading(List<Tariff> tariffs, List<String> doubts) {
    Reading {
        tariffs = List.copyOf(tariffs);
        doubts = List.copyOf(doubts);
    }
}
