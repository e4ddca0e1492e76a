package dev.tagwerk.spec;

import java.util.Optional;

/**
 * Where something stands in a job file that can be read; its nearest parent's place when it does
 * not stand there.
 *
 * @param line from 1
 * @param column from 1, in characters
 */
public record KeyPlace(int line, int column) {
    /** The place of a key by its path, such as {@code data.train}. */
    public static KeyPlace of(String text, String path) {
        return of(text, path, Optional.empty());
    }

    /**
     * The place of a part of a key's value.
     *
     * @param part an item of a list, or a key of a mapping, as it was written
     */
    public static KeyPlace of(String text, String path, String part) {
        return of(text, path, Optional.of(part));
    }

    private static KeyPlace of(String text, String path, Optional<String> part) {
        Place place = Place.START;
        Optional<Tree> here = YamlText.read(text, new Problems("")).map(root -> root);
        for (String key : path.split("\\.", -1)) {
            Optional<Tree.Entry> entry = here.flatMap(tree -> entry(tree, key));
            if (entry.isEmpty()) {
                return at(place);
            }
            place = entry.get().key().at();
            here = entry.map(Tree.Entry::value);
        }
        if (part.isPresent() && here.isPresent()) {
            place = within(here.get(), part.get()).orElse(place);
        }
        return at(place);
    }

    private static Optional<Place> within(Tree value, String part) {
        return switch (value) {
            case Tree.Sequence list ->
                    list.items().stream()
                            .filter(
                                    item ->
                                            item instanceof Tree.Scalar one
                                                    && one.text().equals(part))
                            .map(Tree::at)
                            .findFirst();
            case Tree.Mapping mapping -> mapping.entry(part).map(entry -> entry.key().at());
            case Tree.Scalar scalar -> Optional.of(scalar.at());
            case Tree.Broken broken -> Optional.empty();
        };
    }

    private static Optional<Tree.Entry> entry(Tree tree, String key) {
        return tree instanceof Tree.Mapping mapping ? mapping.entry(key) : Optional.empty();
    }

    private static KeyPlace at(Place place) {
        return new KeyPlace(place.line(), place.column());
    }
}
