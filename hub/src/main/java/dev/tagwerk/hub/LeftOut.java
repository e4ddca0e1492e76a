package dev.tagwerk.hub;

/**
 * A file that is not pulled.
 *
 * @param path as the server wrote it
 * @param size in bytes; 0 when unknown
 * @param reason why not
 */
public record LeftOut(String path, long size, String reason) {}
