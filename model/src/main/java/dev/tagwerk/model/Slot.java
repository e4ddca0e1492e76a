package dev.tagwerk.model;

import dev.tagwerk.modelfiles.ModelConfig;
import java.util.List;

/** The linear maps of a decoder block, by the names that checkpoints and PEFT use. */
public enum Slot {
    QUERY("self_attn.q_proj"),
    KEY("self_attn.k_proj"),
    VALUE("self_attn.v_proj"),
    OUTPUT("self_attn.o_proj"),
    GATE("mlp.gate_proj"),
    UP("mlp.up_proj"),
    DOWN("mlp.down_proj"),
    /** Falcon's queries, keys and values in one. */
    QUERY_KEY_VALUE("self_attention.query_key_value"),
    /** Falcon's output. */
    DENSE("self_attention.dense"),
    /** Falcon's way up. */
    DENSE_UP("mlp.dense_h_to_4h"),
    /** Falcon's way down. */
    DENSE_DOWN("mlp.dense_4h_to_h");

    private final String path;

    Slot(String path) {
        this.path = path;
    }

    /** The maps that this model's blocks have, in the order of a pass. */
    public static List<Slot> of(ModelConfig config) {
        return BlockSlots.of(config).all();
    }

    /** The path below {@code layers.<n>.}, e.g. {@code self_attn.q_proj}. */
    public String path() {
        return path;
    }

    /** The last part of the path, e.g. {@code q_proj}: what {@code targets} names. */
    public String shortName() {
        return path.substring(path.indexOf('.') + 1);
    }
}
