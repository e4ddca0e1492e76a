package dev.tagwerk.cli;

import dev.tagwerk.engine.CsvExport;
import dev.tagwerk.engine.Engine;
import dev.tagwerk.engine.History;
import dev.tagwerk.engine.RunId;
import dev.tagwerk.engine.TensorBoardExport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Copies what a run produced to places that other tools read. */
final class RunExport {
    private final Shell shell;
    private final Engine engine;
    private final RunId id;

    RunExport(Shell shell, Engine engine, RunId id) {
        this.shell = shell;
        this.engine = engine;
        this.id = id;
    }

    /** Adapter, head, tokenizer, result. */
    void model(Path folder) {
        new ModelExport(engine.folder(id)).write(shell.resolve(folder));
        shell.out().println("Exported to " + shell.shown(folder));
    }

    /** An event file, in a folder of the run's own: TensorBoard shows each folder as one curve. */
    void tensorBoard(Path folder) {
        Path file = TensorBoardExport.write(shell.resolve(folder).resolve(id.value()), history());
        shell.out().println("Wrote " + shell.shown(file));
    }

    void csv(Path folder) throws IOException {
        Path target = shell.resolve(folder);
        Files.createDirectories(target);
        History history = history();
        write(target.resolve("steps.csv"), CsvExport.steps(history));
        write(target.resolve("evaluations.csv"), CsvExport.evaluations(history));
    }

    private void write(Path file, String text) throws IOException {
        Files.write(file, text.getBytes(StandardCharsets.UTF_8));
        shell.out().println("Wrote " + shell.shown(file));
    }

    private History history() {
        return History.of(engine.folder(id).events().read().events());
    }
}
