package dev.tagwerk.cli;

import dev.tagwerk.engine.Engine;
import dev.tagwerk.engine.RunView;
import dev.tagwerk.engine.Workspace;
import dev.tagwerk.quote.Device;
import dev.tagwerk.quote.Measured;
import dev.tagwerk.quote.Precision;
import dev.tagwerk.runfolder.Result;
import dev.tagwerk.runfolder.RunFolderException;
import dev.tagwerk.runfolder.Spent;
import dev.tagwerk.spec.Job;
import dev.tagwerk.spec.JobJson;
import dev.tagwerk.spec.Method;
import dev.tagwerk.spec.Recipe;
import dev.tagwerk.spec.TrainingJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What was measured in the workspaces that a job belongs to.
 *
 * @param measured oldest first
 * @param unusable trainings whose results tell no speed: of older versions, or without steps
 */
record PastRuns(List<Measured> measured, int unusable) {
    /** The newest so many are looked at. */
    private static final int MOST = 500;

    PastRuns {
        measured = List.copyOf(measured);
    }

    /** Those of the workspace of the current folder, and of the job file's. */
    static PastRuns of(Shell shell, Path jobFile) {
        Map<Path, Workspace> workspaces = new LinkedHashMap<>();
        Workspace here = Workspace.find(shell.directory());
        workspaces.put(here.root(), here);
        Path folder = shell.resolve(jobFile).toAbsolutePath().getParent();
        if (folder != null && Files.isDirectory(folder)) {
            Workspace beside = Workspace.find(folder);
            workspaces.putIfAbsent(beside.root(), beside);
        }
        List<Measured> measured = new ArrayList<>();
        int unusable = 0;
        for (Workspace workspace : workspaces.values()) {
            Engine engine = Engines.open(shell, workspace);
            for (RunView run : engine.list().runs().stream().limit(MOST).toList()) {
                Optional<Result> result = result(engine, run);
                if (result.isEmpty()) {
                    continue;
                }
                Optional<Measured> one = measured(run, result.get());
                one.ifPresent(measured::add);
                unusable += one.isEmpty() ? 1 : 0;
            }
        }
        measured.sort(Comparator.comparing(Measured::at).thenComparing(Measured::run));
        return new PastRuns(measured, unusable);
    }

    private static Optional<Result> result(Engine engine, RunView run) {
        try {
            return engine.folder(run.id()).result();
        } catch (RunFolderException damaged) {
            return Optional.empty();
        }
    }

    private static Optional<Measured> measured(RunView run, Result result) {
        Optional<Spent> spent = result.measurement().spent();
        Optional<TrainingJob> job = job(run.folder());
        if (spent.isEmpty() || job.isEmpty()) {
            return Optional.empty();
        }
        try {
            Measured one =
                    new Measured(
                            run.id().value(),
                            run.state().created(),
                            Device.of(result.fingerprint(), Precision.of(spent.get().precision())),
                            shape(job.get()),
                            result.measurement(),
                            spent.get(),
                            result.succeeded());
            return Optional.of(one).filter(Measured::tellsSteps);
        } catch (IllegalArgumentException foreign) {
            return Optional.empty();
        }
    }

    private static Optional<TrainingJob> job(Path folder) {
        try {
            Job job = JobJson.read(Files.readString(folder.resolve("job.json")));
            return job instanceof TrainingJob training ? Optional.of(training) : Optional.empty();
        } catch (IOException | dev.tagwerk.spec.SpecException unreadable) {
            return Optional.empty();
        }
    }

    /**
     * What runs of the same shape have in common: not how long they are, nor what they learn from.
     */
    static String shape(TrainingJob job) {
        Recipe recipe = job.recipe();
        return String.join(
                "|",
                job.model().text(),
                job.task().name(),
                recipe.method().name()
                        + (recipe.method() == Method.QLORA
                                ? recipe.quantization().type().name()
                                : ""),
                recipe.method() == Method.FULL ? "" : String.valueOf(recipe.lora().rank()),
                String.valueOf(recipe.batchSize()),
                String.valueOf(recipe.maxLength()),
                String.valueOf(recipe.packing()),
                String.valueOf(recipe.gradientCheckpointing()));
    }
}
