package dev.tagwerk.model;

/** The linear maps of a decoder block, by the names that checkpoints and PEFT use. */
public enum Slot {
    QUERY("self_attn.q_proj"),
    KEY("self_attn.k_proj"),
    VALUE("self_attn.v_proj"),
    OUTPUT("self_attn.o_proj"),
    GATE("mlp.gate_proj"),
    UP("mlp.up_proj"),
    DOWN("mlp.down_proj");

    private final String path;

    Slot(String path) {
        this.path = path;
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
