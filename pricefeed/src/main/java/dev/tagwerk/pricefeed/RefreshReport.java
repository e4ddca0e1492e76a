package dev.tagwerk.pricefeed;

import java.util.List;

/**
 * What a refresh brought.
 *
 * @param read how many prices and rates were read
 * @param changes those that are others than before
 * @param doubts what was not believed: the price of before stays
 * @param failures publishers that could not be read, with the reason
 */
public record RefreshReport(
        int read, List<Change> changes, List<String> doubts, List<String> failures) {
    public RefreshReport {
        changes = List.copyOf(changes);
        doubts = List.copyOf(doubts);
        failures = List.copyOf(failures);
    }
}
