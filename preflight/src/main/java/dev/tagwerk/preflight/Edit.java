package dev.tagwerk.preflight;

import dev.tagwerk.formats.SourceFile;
import dev.tagwerk.formats.Span;

/** A stretch of a file and the text to put in its place. */
public record Edit(SourceFile source, Span span, String replacement) {}
