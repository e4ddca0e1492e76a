package dev.tagwerk.runfolder;

import java.util.Optional;

/** Which processes of this machine live; a seam so that tests decide who is alive. */
public interface Processes {
    static Processes real() {
        return RealProcesses.INSTANCE;
    }

    /** The identity of the running Java process. */
    ProcessIdentity self();

    /** The identity of the process that has this pid now; empty when there is none. */
    Optional<ProcessIdentity> find(long pid);

    /** Whether that very process lives; a later process with the same pid is not it. */
    default boolean alive(ProcessIdentity identity) {
        return find(identity.pid()).map(identity::equals).orElse(false);
    }

    /** This machine's name, as written into claims. */
    String host();
}
