package dev.tagwerk.quote;

import dev.tagwerk.runfolder.Work;

/** What a job computes in all, in one precision. */
public record Demand(Work training, Work evaluation) {}
