package dev.tagwerk.images;

/** What a name in a layer stands for. */
public enum FileKind {
    FILE,
    DIRECTORY,
    SYMBOLIC_LINK,
    /** Another name of a file; its target is a path from the root. */
    HARD_LINK,
    /** A device, pipe or socket. */
    SPECIAL,
    /** Takes away what lower layers have under this name. */
    WHITEOUT,
    /** Takes away all that lower layers have in this directory. */
    OPAQUE
}
