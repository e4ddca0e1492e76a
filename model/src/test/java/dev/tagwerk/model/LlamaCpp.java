package dev.tagwerk.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;

/**
 * llama.cpp itself, from npm's node-llama-cpp, in a process of its own that answers one request
 * after the other.
 */
final class LlamaCpp implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path HERE = Path.of("src/test/llama-cpp");

    private final Process process;
    private final BufferedWriter requests;
    private final BufferedReader answers;

    private LlamaCpp(Process process) {
        this.process = process;
        requests =
                new BufferedWriter(
                        new java.io.OutputStreamWriter(
                                process.getOutputStream(), StandardCharsets.UTF_8));
        answers =
                new BufferedReader(
                        new java.io.InputStreamReader(
                                process.getInputStream(), StandardCharsets.UTF_8));
    }

    /**
     * What it makes of a file.
     *
     * @param generated for each prompt the tokens that follow greedily
     * @param logits for each prompt those of the token after it
     * @param tokenized the tokens of each text
     */
    record Answer(List<int[]> generated, List<float[]> logits, List<int[]> tokenized) {}

    /**
     * Starts it; skips the test where it is not installed, except in continuous integration and
     * where {@code TAGWERK_LLAMA_CPP} says where it is.
     */
    static LlamaCpp start() throws IOException {
        Path folder = folder();
        if (!Files.exists(folder.resolve("complete"))) {
            String missing =
                    "llama.cpp is not in "
                            + folder
                            + "; install it with "
                            + HERE.toAbsolutePath().resolve("install");
            if ("true".equals(System.getenv("CI")) || System.getenv("TAGWERK_LLAMA_CPP") != null) {
                throw new AssertionError(missing);
            }
            Assumptions.abort(missing);
        }
        return new LlamaCpp(
                new ProcessBuilder("node", HERE.resolve("run.mjs").toString(), folder.toString())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start());
    }

    private static Path folder() {
        String own = System.getenv("TAGWERK_LLAMA_CPP");
        if (own != null) {
            return Path.of(own);
        }
        String cache = System.getenv("XDG_CACHE_HOME");
        Path caches =
                cache == null || cache.isEmpty()
                        ? Path.of(System.getProperty("user.home"), ".cache")
                        : Path.of(cache);
        return caches.resolve("tagwerk/llama-cpp-3.22.1");
    }

    Answer answer(
            Path model, Optional<Path> lora, List<int[]> prompts, int tokens, List<String> texts)
            throws IOException {
        ObjectNode request = JSON.createObjectNode();
        request.put("model", model.toAbsolutePath().toString());
        lora.ifPresent(file -> request.put("lora", file.toAbsolutePath().toString()));
        request.put("tokens", tokens);
        ArrayNode ids = request.putArray("prompts");
        for (int[] prompt : prompts) {
            ArrayNode one = ids.addArray();
            for (int id : prompt) {
                one.add(id);
            }
        }
        ArrayNode all = request.putArray("texts");
        texts.forEach(all::add);
        requests.write(JSON.writeValueAsString(request));
        requests.newLine();
        requests.flush();
        String line = answers.readLine();
        if (line == null) {
            throw new AssertionError("llama.cpp ended with " + process.onExit().join().exitValue());
        }
        JsonNode answer = JSON.readTree(line);
        if (answer.has("error")) {
            throw new AssertionError("llama.cpp: " + answer.get("error").asText());
        }
        return new Answer(
                lists(answer.get("generated")),
                floats(answer.get("logits")),
                lists(answer.get("tokenized")));
    }

    private static List<int[]> lists(JsonNode node) {
        List<int[]> lists = new ArrayList<>();
        node.forEach(one -> lists.add(one.valueStream().mapToInt(JsonNode::asInt).toArray()));
        return lists;
    }

    private static List<float[]> floats(JsonNode node) {
        List<float[]> lists = new ArrayList<>();
        for (JsonNode one : node) {
            float[] values = new float[one.size()];
            for (int i = 0; i < values.length; i++) {
                values[i] = (float) one.get(i).asDouble();
            }
            lists.add(values);
        }
        return lists;
    }

    @Override
    public void close() throws IOException {
        requests.close();
        process.onExit().orTimeout(10, java.util.concurrent.TimeUnit.SECONDS).join();
    }
}
