package dev.tagwerk.spec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/** {@code FILE#name}. */
record DatasetInfoType() implements Type<DatasetInfo> {
    @Override
    public Optional<DatasetInfo> read(Tree value, Reading reading) {
        Optional<String> text =
                value instanceof Tree.Scalar scalar ? scalar.asText() : Optional.empty();
        int mark = text.orElse("").lastIndexOf('#');
        if (text.isEmpty() || mark < 1 || mark == text.get().length() - 1) {
            reading.mismatch(value, describe(), "");
            return Optional.empty();
        }
        String name = text.get().substring(mark + 1);
        return FileType.resolve(text.get().substring(0, mark), value.at(), reading)
                .map(file -> new DatasetInfo(file, name));
    }

    @Override
    public Optional<String> complaint(DatasetInfo value) {
        return Optional.empty();
    }

    @Override
    public JsonNode json(DatasetInfo value) {
        return Json.MAKE.textNode(FileType.absolute(value.file()).asText() + "#" + value.name());
    }

    @Override
    public ObjectNode schema() {
        return Json.schema("string").put("pattern", "^.+#[^#]+$");
    }

    @Override
    public String describe() {
        return "the path of a dataset_info.json, `#` and the entry's name";
    }
}
