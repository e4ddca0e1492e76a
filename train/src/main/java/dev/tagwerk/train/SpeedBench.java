package dev.tagwerk.train;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tagwerk.model.AdamW;
import dev.tagwerk.model.LoraPlan;
import dev.tagwerk.model.Machine;
import dev.tagwerk.model.ParameterGroup;
import dev.tagwerk.model.Placement;
import dev.tagwerk.model.Precision;
import dev.tagwerk.model.Quantization;
import dev.tagwerk.model.Shares;
import dev.tagwerk.model.Slot;
import dev.tagwerk.model.TextInput;
import dev.tagwerk.model.TrainableModel;
import dev.tagwerk.model.WorkItem;
import dev.tagwerk.modelfiles.AdapterFolder;
import dev.tagwerk.modelfiles.ModelFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Times training steps on given token ids, for {@code bench/speed.sh}: {@code --model DIR --batches
 * FILE --steps N --precision fp32|bf16 [--gradients by_hand|by_hand_unshared|differentiated]
 * [--checkpointing true] [--quantization nf4|int8]}; prints one JSON object.
 */
final class SpeedBench {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int WARM_UP = 2;

    private SpeedBench() {}

    public static void main(String[] arguments) throws IOException {
        List<String> list = List.of(arguments);
        Path file = Path.of(option(list, "--batches"));
        int steps = Integer.parseInt(option(list, "--steps"));
        String precision = option(list, "--precision");
        JsonNode input = JSON.readTree(file.toFile());
        JsonNode settings = input.get("optimizer");
        ModelFolder base = ModelFolder.open(Path.of(option(list, "--model")));
        Placement placement =
                Placement.cpu(
                        Precision.valueOf(precision.toUpperCase(Locale.ROOT)),
                        Runtime.getRuntime().availableProcessors());
        List<Double> seconds = new ArrayList<>();
        List<Double> losses = new ArrayList<>();
        try (AdapterFolder start =
                        AdapterFolder.read(file.resolveSibling(input.get("adapter").asText()));
                TrainableModel model =
                        TrainableModel.lora(
                                base,
                                new LoraPlan(
                                        start.config().rank(),
                                        start.config().scale(),
                                        0,
                                        Set.of(Slot.values())),
                                settings(list),
                                placement)) {
            model.startFrom(start);
            AdamW adamW =
                    new AdamW(
                            settings.get("adam_beta1").asDouble(),
                            settings.get("adam_beta2").asDouble(),
                            settings.get("adam_epsilon").asDouble());
            var rate =
                    new AdamW.Rate(
                            settings.get("learning_rate").asDouble(),
                            settings.get("weight_decay").asDouble());
            for (int step = 0; step < steps; step++) {
                List<TextInput> rows =
                        rows(input.get("batches").get(step % input.get("batches").size()));
                long started = System.nanoTime();
                double labels = rows.stream().mapToInt(TextInput::labels).sum();
                model.parameters().clearGradients();
                double loss = 0;
                for (double part : model.accumulate(items(rows, model.workers()), 1 / labels, 0)) {
                    loss += part / labels;
                }
                adamW.update(
                        model.parameters(),
                        Map.of(ParameterGroup.ADAPTER, rate),
                        step + 1L,
                        settings.get("max_grad_norm").asDouble(),
                        1);
                seconds.add((System.nanoTime() - started) / 1e9);
                losses.add(loss);
            }
        }
        System.out.println(report(precision, steps, seconds, losses));
    }

    private static TrainableModel.Settings settings(List<String> arguments) {
        var plain =
                new TrainableModel.Settings(
                        OptionalInt.empty(),
                        0,
                        Boolean.parseBoolean(optional(arguments, "--checkpointing", "false")),
                        1,
                        TrainableModel.Gradients.valueOf(
                                optional(arguments, "--gradients", "by_hand")
                                        .toUpperCase(Locale.ROOT)),
                        null);
        String quantization = optional(arguments, "--quantization", "");
        return quantization.isEmpty()
                ? plain
                : plain.over(
                        new Quantization(
                                Quantization.Type.valueOf(quantization.toUpperCase(Locale.ROOT)),
                                true));
    }

    private static ObjectNode report(
            String precision, int steps, List<Double> seconds, List<Double> losses) {
        List<Double> counted =
                seconds.stream().skip(Math.min(WARM_UP, steps - 1)).sorted().toList();
        ObjectNode out = JSON.createObjectNode();
        out.put("who", "tagwerk");
        out.put("mode", "default");
        out.put("precision", precision);
        out.put("steps", steps);
        out.put("seconds_per_step", counted.get(counted.size() / 2));
        var list = out.putArray("losses");
        losses.stream().limit(10).forEach(list::add);
        out.put("peak_resident_bytes", Machine.peakResidentBytes());
        return out;
    }

    private static List<WorkItem> items(List<TextInput> rows, int workers) {
        List<WorkItem> items = new ArrayList<>();
        for (List<Integer> share : Shares.ofTexts(rows, workers)) {
            items.add(new WorkItem.Text(share.stream().map(rows::get).toList()));
        }
        return items;
    }

    private static List<TextInput> rows(JsonNode batch) {
        List<TextInput> rows = new ArrayList<>();
        for (int row = 0; row < batch.get("input_ids").size(); row++) {
            JsonNode ids = batch.get("input_ids").get(row);
            JsonNode labels = batch.get("labels").get(row);
            int[] tokens = new int[ids.size()];
            boolean[] learnt = new boolean[ids.size()];
            for (int i = 0; i < tokens.length; i++) {
                tokens[i] = ids.get(i).asInt();
                learnt[i] = i > 0 && labels.get(i).asInt() >= 0;
            }
            rows.add(new TextInput(tokens, learnt));
        }
        return rows;
    }

    private static String optional(List<String> arguments, String name, String otherwise) {
        return arguments.contains(name) ? option(arguments, name) : otherwise;
    }

    private static String option(List<String> arguments, String name) {
        int at = arguments.indexOf(name);
        if (at < 0 || at + 1 >= arguments.size()) {
            throw new TrainException(
                    "usage", "missing " + name + "; bench/README.md has an example");
        }
        return arguments.get(at + 1);
    }
}
