package dev.tagwerk.train;

/** The version of the training program. */
final class Version {
    static final String TEXT = text();

    private Version() {}

    private static String text() {
        String version = Version.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }
}
