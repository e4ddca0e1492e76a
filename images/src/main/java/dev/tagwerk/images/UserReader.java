package dev.tagwerk.images;

import java.util.Optional;

/** Which ids an image's USER means, by the image's own passwd and group, as runc looks them up. */
final class UserReader {
    private final ImageFiles files;

    UserReader(ImageFiles files) {
        this.files = files;
    }

    ImageUser read(String user) {
        int colon = user.indexOf(':');
        String name = colon < 0 ? user : user.substring(0, colon);
        String group = colon < 0 ? "" : user.substring(colon + 1);
        Optional<Long> number = name.isEmpty() ? Optional.of(0L) : number(name);
        Optional<String[]> line =
                number.isPresent()
                        ? row("/etc/passwd", 2, Long.toString(number.get()), 7)
                        : row("/etc/passwd", 0, name, 7);
        Optional<Long> uid = number.or(() -> line.flatMap(fields -> number(fields[2])));
        Optional<Long> gid =
                group.isEmpty()
                        ? line.flatMap(fields -> number(fields[3]))
                        : number(group)
                                .or(
                                        () ->
                                                row("/etc/group", 0, group, 3)
                                                        .flatMap(fields -> number(fields[2])));
        boolean root = uid.isPresent() && uid.get() == 0;
        String home = line.map(fields -> fields[5]).filter(one -> !one.isEmpty()).orElse("/");
        return new ImageUser(
                uid.isPresent() && (group.isEmpty() || gid.isPresent()),
                uid.orElse(0L),
                gid.orElse(0L),
                line.isEmpty() && root ? "/root" : home);
    }

    private Optional<String[]> row(String path, int field, String value, int fields) {
        return files.find(path).stream()
                .flatMap(file -> file.text().lines())
                .map(text -> text.split(":", -1))
                .filter(row -> row.length >= fields && row[field].equals(value))
                .findFirst();
    }

    private static Optional<Long> number(String text) {
        return text.matches("[0-9]{1,10}") ? Optional.of(Long.valueOf(text)) : Optional.empty();
    }
}
