package dev.tagwerk.images;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What lies where in an image's archive. */
final class TarIndex {
    private static final int MEMBERS = 20_000;
    private static final int LINKS = 8;

    private record Member(Optional<FileRegion> region, String link) {}

    private final Map<String, Member> members = new HashMap<>();

    TarIndex(FileChannel channel, String place) throws IOException {
        FileRegion whole = new FileRegion(channel, 0, channel.size());
        byte[] start = new byte[Compression.MAGIC];
        int length = new RegionInput(whole).read(start, 0, start.length);
        switch (Compression.of(start, length)) {
            case NONE -> {}
            case GZIP, ZSTD ->
                    throw new ImageException(
                            place,
                            "the archive is compressed twice",
                            "unpack it first: gunzip or zstd -d");
            case UNKNOWN ->
                    throw new ImageException(
                            place,
                            "it is no image: neither an archive of `docker save` nor an OCI layout",
                            "docker save IMAGE -o image.tar");
        }
        TarReader tar = new TarReader(new RegionInput(whole), place);
        for (Optional<TarEntry> next = tar.next(); next.isPresent(); next = tar.next()) {
            TarEntry entry = next.get();
            Optional<List<String>> components = Names.components(entry.name());
            if (components.isEmpty()) {
                continue;
            }
            String name = String.join("/", components.get());
            if (entry.isFile()) {
                FileRegion region = new FileRegion(channel, entry.offset(), entry.size());
                members.put(name, new Member(Optional.of(region), ""));
            } else if (entry.isSymbolicLink() || entry.isHardLink()) {
                members.put(name, new Member(Optional.empty(), target(name, entry)));
            }
            if (members.size() > MEMBERS) {
                throw Documents.broken(place, "it has more than " + MEMBERS + " members");
            }
        }
    }

    /**
     * Old archives of {@code docker save} link layers that images share: {@code ../ID/layer.tar}.
     */
    private static String target(String name, TarEntry entry) {
        String link = entry.link();
        if (link.length() > Names.PATH_MAX) {
            return "";
        }
        Deque<String> at = new ArrayDeque<>();
        if (!entry.isHardLink() && !link.startsWith("/")) {
            at.addAll(MergedTree.split(name));
            at.pollLast();
        }
        for (String component : MergedTree.split(link)) {
            if (component.equals("..")) {
                at.pollLast();
            } else {
                at.addLast(component);
            }
        }
        return String.join("/", at);
    }

    Optional<FileRegion> find(String name) {
        String at = name;
        for (int i = 0; i < LINKS; i++) {
            Member member = members.get(at);
            if (member == null || member.region().isPresent()) {
                return member == null ? Optional.empty() : member.region();
            }
            at = member.link();
        }
        return Optional.empty();
    }
}
