package dev.tagwerk.train;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tagwerk.data.JobTemplate;
import dev.tagwerk.model.TrainableModel;
import dev.tagwerk.modelfiles.AdapterFolder;
import dev.tagwerk.modelfiles.AdapterTargets;
import dev.tagwerk.modelfiles.DType;
import dev.tagwerk.modelfiles.ModelFolder;
import dev.tagwerk.modelfiles.SafetensorsWriter;
import dev.tagwerk.runfolder.RunFolder;
import dev.tagwerk.spec.Task;
import dev.tagwerk.spec.TrainingJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Writes what a run leaves behind: adapter or model, head, and the decision model's description.
 */
final class Outputs {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final TrainingJob job;
    private final ModelFolder base;
    private final RunFolder folder;

    Outputs(TrainingJob job, ModelFolder base, RunFolder folder) {
        this.job = job;
        this.base = base;
        this.folder = folder;
    }

    /** The names written below the output folder. */
    List<String> write(TrainableModel model, int step) {
        List<String> written = new ArrayList<>();
        boolean decision = job.task() == Task.DECISION;
        if (job.recipe().method().adapts()) {
            written.add("adapter");
            folder.writeFolder(
                    "adapter",
                    into -> {
                        AdapterFolder.write(
                                into,
                                RecipeAdapter.plan(job, base.config()).adapter(),
                                model.adapterTensors(!decision),
                                ModelCard.adapter(job, step));
                        copyTokenizer(into);
                    });
        } else {
            written.add("model");
            folder.writeFolder("model", into -> writeModel(into, model, step));
        }
        if (decision) {
            written.add("head.safetensors");
            SafetensorsWriter.write(
                    folder.output().resolve("head.safetensors"),
                    Map.of("format", "pt"),
                    model.headTensors());
            written.add("strands_decider_config.json");
            folder.writeFile("strands_decider_config.json", deciderConfig());
        }
        return written;
    }

    private void writeModel(Path into, TrainableModel model, int step) throws IOException {
        SafetensorsWriter.writeRounded(
                into.resolve("model.safetensors"),
                Map.of("format", "pt"),
                model.baseTensors(),
                DType.BF16);
        ObjectNode config = (ObjectNode) JSON.readTree(base.path().resolve("config.json").toFile());
        config.remove("torch_dtype");
        config.put("dtype", "bfloat16");
        Files.write(
                into.resolve("config.json"),
                JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(config));
        Files.writeString(into.resolve("README.md"), ModelCard.model(job, step));
        // What auto_map names: without it other tools would not open the folder.
        for (Path code : base.codeFiles()) {
            Files.copy(code, into.resolve(code.getFileName().toString()));
        }
        copyTokenizer(into);
    }

    private void copyTokenizer(Path into) throws IOException {
        for (Path file : base.tokenizerFiles()) {
            Files.copy(file, into.resolve(file.getFileName().toString()));
        }
        if (job.data().chatTemplate().isPresent()) {
            // whoever loads what was trained must write conversations as it learnt them
            Files.writeString(
                    into.resolve("chat_template.jinja"),
                    JobTemplate.find(job.data().chatTemplate(), base.path(), Clock.systemUTC())
                            .orElseThrow()
                            .source());
        }
    }

    private Object targets() {
        return switch (RecipeAdapter.plan(job, base.config()).adapter().targets()) {
            case AdapterTargets.Names names -> names.names();
            case AdapterTargets.Regex regex -> regex.pattern();
            case AdapterTargets.AllLinear all -> "all-linear";
        };
    }

    private byte[] deciderConfig() {
        ObjectNode node = JSON.createObjectNode();
        node.put("base_model", RecipeAdapter.baseName(job));
        RecipeAdapter.baseRevision(job).ifPresent(revision -> node.put("base_revision", revision));
        node.put("head_type", "pointer");
        node.put("pointer_dim", job.recipe().decision().pointerDim());
        node.put("max_length", job.recipe().maxLength());
        node.put("torch_dtype", "float32");
        node.put("temperature", 1.0);
        ObjectNode byKind = node.putObject("temperature_by_kind");
        byKind.put("noul", 1.0);
        byKind.put("choice", 1.0);
        byKind.put("score", 1.0);
        node.put("ordinal_smoothing", job.recipe().decision().ordinalSmoothing());
        if (job.recipe().method().adapts()) {
            node.put("lora_r", job.recipe().lora().rank());
            node.put("lora_alpha", job.recipe().lora().alpha());
            node.put("lora_dropout", job.recipe().lora().dropout());
            node.putPOJO("lora_targets", targets());
        }
        try {
            return JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(node);
        } catch (IOException e) {
            throw new TrainException(
                    "not_written", "the decision model's description: " + e.getMessage(), e);
        }
    }
}
