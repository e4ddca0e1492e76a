package dev.tagwerk.cli;

import dev.tagwerk.engine.Engine;
import dev.tagwerk.engine.EngineException;
import dev.tagwerk.evaluate.ModelSource;
import dev.tagwerk.model.Placement;
import dev.tagwerk.model.Placements;
import dev.tagwerk.spec.Device;
import dev.tagwerk.spec.Precision;
import dev.tagwerk.spec.Resources;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The model named on the command line; mixed into commands that use one. */
final class TunedModel {
    @Parameters(
            paramLabel = "MODEL",
            description =
                    "a run's id or `last`, a folder with an adapter or a model, or org/name[@revision]")
    private String name = "";

    @Option(
            names = "--base",
            paramLabel = "FOLDER",
            description = "the base model, where it is not where the adapter says")
    private Optional<Path> base = Optional.empty();

    @Option(
            names = "--threads",
            paramLabel = "N",
            defaultValue = "0",
            description = "CPU threads (default: one per core)")
    private int threads;

    @Option(
            names = "--device",
            paramLabel = "DEVICE",
            defaultValue = "auto",
            description = "auto, cpu or cuda (default: auto)")
    private Device device = Device.AUTO;

    String name() {
        return name;
    }

    /** The folder meant: a folder that exists wins over a run of the same name. */
    Path folder(Shell shell) {
        return folder(shell, name);
    }

    static Path folder(Shell shell, String text) {
        Path folder = shell.resolve(text);
        if (Files.isDirectory(folder) || text.startsWith(".") || text.startsWith("/")) {
            return folder;
        }
        if (text.contains("/")) {
            return ModelOption.folder(shell, text);
        }
        Engine engine = Engines.open(shell);
        try {
            return engine.folder(engine.resolve(text)).root();
        } catch (EngineException e) {
            throw CommandException.failed(
                    "there is neither a folder nor a run '" + text + "'.",
                    String.valueOf(e.getMessage()),
                    shell.command() + " models list");
        }
    }

    ModelSource source(Shell shell) {
        return ModelSource.find(folder(shell), base.map(shell::resolve), shell.environment());
    }

    Placement placement() {
        return Placements.choose(new Resources(device, threads), Precision.AUTO);
    }
}
