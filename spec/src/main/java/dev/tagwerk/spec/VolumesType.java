package dev.tagwerk.spec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** A list of {@code {path, source, read_only}}. */
record VolumesType() implements Type<List<JobVolume>> {
    private static final int MOST = 64;
    private static final List<String> KEYS = List.of("path", "source", "read_only");

    /** An absolute path without {@code ..}, and not the root itself. */
    static final Pattern PATH =
            Pattern.compile(
                    "/(?!(?:.*/)?\\.\\.?(?:/|$))[^\\u0000-\\u001f/][^\\u0000-\\u001f]{0,1023}");

    private static final Pattern SOURCE = Pattern.compile("[^\\u0000-\\u001f]{1,1024}");

    @Override
    public Optional<List<JobVolume>> read(Tree value, Reading reading) {
        if (!(value instanceof Tree.Sequence sequence)) {
            reading.mismatch(
                    value, describe(), value instanceof Tree.Mapping ? "write `- path: …`" : "");
            return Optional.empty();
        }
        List<JobVolume> volumes = new ArrayList<>();
        for (int index = 0; index < sequence.items().size(); index++) {
            Reading here = reading.at(reading.path() + "[" + index + "]");
            volume(sequence.items().get(index), here).ifPresent(volumes::add);
        }
        return volumes.size() == sequence.items().size() ? Optional.of(volumes) : Optional.empty();
    }

    private static Optional<JobVolume> volume(Tree item, Reading reading) {
        if (!(item instanceof Tree.Mapping mapping)) {
            reading.mismatch(item, "a mapping such as {path: /data, source: ./rows}", remedy(item));
            return Optional.empty();
        }
        boolean known = true;
        for (Tree.Entry entry : mapping.entries()) {
            known &= known(entry.key(), reading);
        }
        Optional<String> path = path(mapping, reading);
        Optional<Tree.Entry> from =
                mapping.entry("source").filter(entry -> !isNothing(entry.value()));
        Optional<String> source =
                from.flatMap(
                        entry -> source(entry.value(), reading.at(reading.path() + ".source")));
        Optional<Tree.Entry> flag = mapping.entry("read_only");
        Optional<Boolean> readOnly =
                flag.flatMap(
                        entry ->
                                new FlagType()
                                        .accept(
                                                entry.value(),
                                                reading.at(reading.path() + ".read_only")));
        boolean sound =
                known
                        && from.isPresent() == source.isPresent()
                        && flag.isPresent() == readOnly.isPresent();
        // inputs are not written to unless somebody says so
        return path.filter(found -> sound)
                .map(found -> new JobVolume(found, source, readOnly.orElse(under(found, "/data"))));
    }

    private static boolean isNothing(Tree value) {
        return value instanceof Tree.Scalar scalar && scalar.core() == Core.NOTHING;
    }

    private static String remedy(Tree item) {
        if (!(item instanceof Tree.Scalar scalar)) {
            return "";
        }
        String[] parts = scalar.text().split(":", -1);
        return parts.length >= 2 && parts[1].startsWith("/")
                ? "write {path: "
                        + Shown.oneLine(parts[1])
                        + ", source: "
                        + Shown.oneLine(parts[0])
                        + "}"
                : "";
    }

    private static boolean known(Tree.Scalar key, Reading reading) {
        if (KEYS.contains(key.text())) {
            return true;
        }
        reading.at(reading.path() + "." + Shown.oneLine(key.text()))
                .report(
                        key.at(),
                        "unknown key `" + Shown.oneLine(key.text()) + "`",
                        Nearest.to(key.text(), KEYS)
                                .map(near -> "did you mean `" + near + "`?")
                                .orElse("known here: " + String.join(", ", KEYS)));
        return false;
    }

    private static Optional<String> path(Tree.Mapping mapping, Reading reading) {
        Optional<Tree.Entry> entry = mapping.entry("path");
        if (entry.isEmpty()) {
            reading.report(mapping.at(), "has no `path`", "add `path: /data`");
            return Optional.empty();
        }
        Tree value = entry.get().value();
        Reading here = reading.at(reading.path() + ".path");
        Optional<String> text =
                value instanceof Tree.Scalar scalar ? scalar.asText() : Optional.empty();
        if (text.filter(found -> PATH.matcher(found).matches()).isEmpty()) {
            here.mismatch(value, "an absolute path in the container such as /data", "");
            return Optional.empty();
        }
        return text;
    }

    private static Optional<String> source(Tree value, Reading reading) {
        Optional<String> text =
                value instanceof Tree.Scalar scalar ? scalar.asText() : Optional.empty();
        if (text.filter(found -> SOURCE.matcher(found).matches()).isEmpty()) {
            reading.mismatch(value, "a folder, an address or a storage's name", "");
            return Optional.empty();
        }
        // a storage may be called like a folder: only what looks like a path is one
        boolean folder = text.get().matches("\\.\\.?(/.*)?|~(/.*)?");
        return folder && !reading.resolved()
                ? FileType.resolve(text.get(), value.at(), reading).map(Object::toString)
                : text;
    }

    static boolean under(String path, String root) {
        return path.equals(root) || path.startsWith(root + "/");
    }

    @Override
    public Optional<String> complaint(List<JobVolume> value) {
        if (value.size() > MOST) {
            return Optional.of("must have at most " + MOST + " items, not " + value.size());
        }
        Set<String> seen = new HashSet<>();
        for (JobVolume volume : value) {
            String path = Shown.oneLine(volume.path());
            if (!PATH.matcher(volume.path()).matches()) {
                return Optional.of("\"" + path + "\" is no absolute path in a container");
            }
            if (!seen.add(volume.path().replaceAll("/+", "/").replaceAll("/$", ""))) {
                return Optional.of("mounts two volumes at " + path);
            }
            if (volume.readOnly() && under(volume.path(), "/output")) {
                return Optional.of(path + " is read only, and results are written under /output");
            }
            if (volume.source().filter(source -> !SOURCE.matcher(source).matches()).isPresent()) {
                return Optional.of("the source of " + path + " is no line of text");
            }
        }
        return Optional.empty();
    }

    @Override
    public JsonNode json(List<JobVolume> value) {
        ArrayNode list = Json.MAKE.arrayNode();
        for (JobVolume volume : value) {
            ObjectNode node = list.addObject().put("path", volume.path());
            volume.source().ifPresent(source -> node.put("source", source));
            node.put("read_only", volume.readOnly());
        }
        return list;
    }

    @Override
    public ObjectNode schema() {
        ObjectNode item = Json.schema("object").put("additionalProperties", false);
        item.putArray("required").add("path");
        ObjectNode properties = item.putObject("properties");
        ArrayNode path = properties.putObject("path").putArray("anyOf");
        path.add(Json.schema("string").put("pattern", "^" + PATH.pattern() + "$"));
        path.add(Json.input());
        ArrayNode sources = properties.putObject("source").putArray("type");
        sources.add("string").add("null");
        ArrayNode flag = properties.putObject("read_only").putArray("anyOf");
        flag.add(Json.schema("boolean"));
        flag.add(Json.input());
        return Json.schema("array").put("maxItems", MOST).set("items", item);
    }

    @Override
    public String describe() {
        return "a list such as [{path: /data, source: ./rows, read_only: true}]";
    }
}
