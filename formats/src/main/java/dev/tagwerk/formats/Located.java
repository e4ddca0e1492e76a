package dev.tagwerk.formats;

/** A value as it is meant, with the place where it is written. */
public record Located<T>(T value, Node node) {}
