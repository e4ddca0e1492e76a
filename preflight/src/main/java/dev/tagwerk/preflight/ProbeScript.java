package dev.tagwerk.preflight;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The script that says what a machine can do, for {@code sh}: one JSON object a line, which {@code
 * formats} reads as {@link dev.tagwerk.formats.Format#PROBE}. It lies among the resources in parts,
 * and is one text here, so that it can be piped, copied and pasted.
 */
public final class ProbeScript {
    private static final String HEAD =
            """
            #!/bin/sh
            # Tagwerk's probe (Apache-2.0): says what a machine, a container or a job can do, one JSON object a line.
            # Needs only sh; uses nvidia-smi, python, compilers and others where they are there. Installs nothing, needs no
            # root, takes away what it writes, prints no secret, and always ends with status 0.
            #
            #   sh probe.sh [--no-egress] [DIRECTORY]...    # the directories, and /cache /data /output, are written to
            """;
    private static final List<String> BEFORE =
            List.of("base.sh", "machine.sh", "gpu.sh", "compiler.sh");
    private static final List<String> AFTER =
            List.of("python.sh", "mounts.sh", "network.sh", "main.sh");

    private ProbeScript() {}

    /** The whole script. */
    public static String text() {
        StringBuilder script = new StringBuilder(HEAD);
        BEFORE.forEach(part -> script.append(part(part)));
        // between quotes of the shell, so there is no quote of that kind in it
        script.append("\n# ---- what Python is asked: lines of KIND KEY VALUE\n\npython_text='\n");
        script.append(part("look.py")).append("'\n");
        AFTER.forEach(part -> script.append(part(part)));
        return script.toString();
    }

    static String part(String name) {
        try (InputStream in = ProbeScript.class.getResourceAsStream("probe/" + name)) {
            if (in == null) {
                throw new PreflightException("the probe's part " + name + " is missing");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException fault) {
            throw new PreflightException("the probe's part " + name + ": " + fault.getMessage());
        }
    }
}
