package dev.tagwerk.market;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** PyTorch's builds: what CUDA they bring, for which GPUs they have kernels. */
public final class TorchBuilds {
    private static final List<TorchBuild> ALL = Table.read("torch-builds.tsv").map(TorchBuild::of);
    private static final Pattern TAG = Pattern.compile("[+-](cu\\d{3})\\b");

    private TorchBuilds() {}

    public static List<TorchBuild> all() {
        return ALL;
    }

    /**
     * The build that a version means: "2.10.0+cu126", or "2.10.0" for the one that pip takes by
     * default. Empty for one that the table does not have, and for builds without CUDA ("+cpu").
     */
    public static Optional<TorchBuild> find(String version) {
        Optional<TorchVersion> torch = TorchVersion.parse(version);
        if (torch.isEmpty()) {
            return Optional.empty();
        }
        Matcher tag = TAG.matcher(version.toLowerCase(Locale.ROOT));
        if (tag.find()) {
            return find(torch.get(), tag.group(1));
        }
        return version.contains("+") ? Optional.empty() : byDefault(torch.get());
    }

    public static Optional<TorchBuild> find(TorchVersion torch, String tag) {
        return of(torch).stream().filter(build -> build.tag().equals(tag)).findFirst();
    }

    public static Optional<TorchBuild> byDefault(TorchVersion torch) {
        return of(torch).stream().filter(TorchBuild::byDefault).findFirst();
    }

    /** All builds of a version, to offer another one: empty when the version is not known. */
    public static List<TorchBuild> of(TorchVersion torch) {
        return ALL.stream().filter(build -> build.covers(torch)).toList();
    }
}
