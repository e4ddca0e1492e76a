package dev.tagwerk.local;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.tagwerk.engine.Handle;
import dev.tagwerk.runfolder.ProcessIdentity;
import java.nio.file.Path;

/**
 * A process that cannot be mistaken for a later one with the same pid, and where its files lie.
 *
 * @param process the wrapper: leader of the attempt's session and process group
 */
record LocalHandle(String attempt, Path runFolder, ProcessIdentity process) {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    Handle handle() {
        String value =
                MAPPER.createObjectNode()
                        .put("attempt", attempt)
                        .put("run_folder", runFolder.toString())
                        .put("pid", process.pid())
                        .put("started", process.started())
                        .toString();
        return new Handle(LocalProvider.NAME, value);
    }

    static LocalHandle read(Handle handle) {
        try {
            JsonNode node = MAPPER.readTree(handle.value());
            return new LocalHandle(
                    node.path("attempt").asText(),
                    Path.of(node.path("run_folder").asText()),
                    new ProcessIdentity(node.path("pid").asLong(), node.path("started").asText()));
        } catch (JsonProcessingException | IllegalArgumentException foreign) {
            throw new IllegalArgumentException(
                    "handle: not made by this provider: " + handle.value(), foreign);
        }
    }

    AttemptFiles files() {
        return AttemptFiles.of(runFolder, attempt);
    }
}
