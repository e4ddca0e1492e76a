package dev.tagwerk.spec;

/** How far data must be guarded, the least first. */
public enum Classification implements Word {
    PUBLIC,
    INTERNAL,
    /** About people: the GDPR holds. */
    PERSONAL,
    /** About people's health: a special category of the GDPR, and in France for hosts with HDS. */
    HEALTH
}
