package dev.tagwerk.images;

import java.util.List;

/** Whether an image that was made can start: asked of the image itself, as it will be read. */
final class BuiltImageCheck {
    private final ImageReport report;
    private final String interpreter;

    /**
     * @param interpreter the loader that Java asks for; empty when it needs none
     */
    BuiltImageCheck(ImageReport report, String interpreter) {
        this.report = report;
        this.interpreter = interpreter;
    }

    void check() {
        // Only a base that is stored in a way we cannot read hides files; then nothing is missed.
        if (!report.files().complete()) {
            return;
        }
        List<String> path = report.config().path();
        for (String program : List.of("sh", "tagwerk", "/opt/java/bin/java")) {
            if (report.files().program(program, path).isEmpty()) {
                throw missing("`" + program + "`");
            }
        }
        if (!interpreter.isEmpty() && report.files().find(interpreter).isEmpty()) {
            throw missing("`" + interpreter + "`, the loader that this Java is linked with");
        }
        for (String tool : List.of("uname", "id", "mkdir", "ls", "cksum", "tr")) {
            if (report.files().program(tool, path).isEmpty()) {
                throw missing("`" + tool + "`, which the launcher uses");
            }
        }
    }

    private static ImageException missing(String what) {
        return new ImageException(
                "the image",
                "it could not start: " + what + " is not in the base",
                "take a base with a shell and glibc, such as debian:12-slim");
    }
}
