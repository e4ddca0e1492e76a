package dev.tagwerk.hub;

import java.util.List;

/** A pull as a process of its own, to be killed. */
final class PullMain {
    private PullMain() {}

    public static void main(String[] arguments) {
        PullRequest request = PullRequest.parse(arguments[0], List.of(), List.of(), 4);
        try (Pull pull =
                new Pull(
                        System.getenv(),
                        request,
                        PullListener.SILENT,
                        java.time.Clock.systemUTC(),
                        Pause.REAL,
                        Pulls.PART)) {
            System.out.println(pull.run(pull.plan()).fetched());
        }
    }
}
