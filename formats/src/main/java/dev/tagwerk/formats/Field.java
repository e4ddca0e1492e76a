package dev.tagwerk.formats;

/** A key with its value. */
public record Field(Scalar key, Node value) {
    public String name() {
        return key.text();
    }
}
