package dev.tagwerk.quote;

/** How likely it is that no more is needed: in one, five or nine of ten cases. */
public enum Level {
    P10,
    P50,
    P90
}
