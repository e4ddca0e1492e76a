package dev.tagwerk.preflight;

import dev.tagwerk.spec.Problem;

/**
 * A rule that broke off: a fault of this program, not of the file.
 *
 * @param rule its id
 * @param what the kind of fault, and where in the program it happened
 */
public record RuleFailure(String rule, String what) {
    static RuleFailure of(String rule, Throwable fault) {
        String place = "";
        for (StackTraceElement element : fault.getStackTrace()) {
            if (element.getClassName().startsWith("dev.tagwerk.")) {
                place = " (" + element.getFileName() + ":" + element.getLineNumber() + ")";
                break;
            }
        }
        // no message: it may hold a value of the file
        return new RuleFailure(rule, fault.getClass().getSimpleName() + place);
    }

    /** The same as a problem of a call that looked at a file. */
    public Problem problem(String file) {
        return new Problem(
                file,
                1,
                1,
                "",
                "the rule " + rule + " broke off, and says nothing of this file: " + what,
                "a fault of this program: please report this line; all other rules have looked");
    }
}
