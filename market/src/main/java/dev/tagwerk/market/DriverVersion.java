package dev.tagwerk.market;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Version of NVIDIA's driver for Linux: "580.159.04", or only its branch: "525". */
public record DriverVersion(List<Integer> parts) implements Comparable<DriverVersion> {
    private static final Pattern TEXT = Pattern.compile("\\d{3,4}(\\.\\d{1,4}){0,3}");

    public DriverVersion {
        parts = List.copyOf(parts);
        if (parts.isEmpty()) {
            throw new MarketException("a driver's version without numbers");
        }
    }

    /** Empty when the text is no version of a driver. */
    public static Optional<DriverVersion> parse(String text) {
        if (!TEXT.matcher(text.strip()).matches()) {
            return Optional.empty();
        }
        List<Integer> parts = new ArrayList<>();
        for (String part : text.strip().split("\\.")) {
            parts.add(Integer.parseInt(part));
        }
        return Optional.of(new DriverVersion(parts));
    }

    /** The branch alone counts as its very first release. */
    @Override
    public int compareTo(DriverVersion other) {
        for (int i = 0; i < Math.max(parts.size(), other.parts.size()); i++) {
            int mine = i < parts.size() ? parts.get(i) : 0;
            int theirs = i < other.parts.size() ? other.parts.get(i) : 0;
            if (mine != theirs) {
                return Integer.compare(mine, theirs);
            }
        }
        return 0;
    }

    /** As NVIDIA writes it: "580.159.04". */
    @Override
    public String toString() {
        return parts.get(0)
                + parts.stream()
                        .skip(1)
                        .map(part -> String.format(".%02d", part))
                        .collect(Collectors.joining());
    }
}
