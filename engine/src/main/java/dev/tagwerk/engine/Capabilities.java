package dev.tagwerk.engine;

/**
 * What a provider can do beyond starting and observing.
 *
 * @param gracefulStop whether the attempt is signalled before it is killed
 * @param logsWhileRunning whether logs can be read before the attempt has ended
 * @param sharedRunFolder whether the controller reads the run folder directly
 */
public record Capabilities(
        boolean gracefulStop, boolean logsWhileRunning, boolean sharedRunFolder) {}
