package dev.tagwerk.hub;

import java.io.IOException;

/** Serves the tests' tiny repository until standard input ends, for trying other clients on it. */
final class FakeHubMain {
    private FakeHubMain() {}

    public static void main(String[] arguments) throws IOException {
        try (FakeHub hub = new FakeHub().with(FakeRepository.tiny("org/tiny"))) {
            System.out.println(hub.address());
            while (System.in.read() >= 0) {
                // until whoever started it is gone
            }
        }
    }
}
