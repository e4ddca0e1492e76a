package dev.tagwerk.images;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * The layers of an image, one over the other, as the OCI image specification (layer.md) says: a
 * layer's whiteouts hide what lies below, never what the same layer adds, wherever in its tar they
 * stand.
 */
final class MergedTree {
    /** Linux follows as many symbolic links in one look-up. */
    private static final int LINKS = 40;

    private final TreeNode root = TreeNode.root();

    TreeNode root() {
        return root;
    }

    void apply(LayerContent layer) {
        for (LayerEntry entry : layer.entries()) {
            switch (entry.kind()) {
                case WHITEOUT -> {
                    List<String> components = split(entry.path());
                    find(components.subList(0, components.size() - 1))
                            .ifPresent(parent -> parent.remove(components.getLast()));
                }
                case OPAQUE -> find(split(entry.path())).ifPresent(TreeNode::clear);
                case FILE, DIRECTORY, SYMBOLIC_LINK, HARD_LINK, SPECIAL -> {}
            }
        }
        for (LayerEntry entry : layer.entries()) {
            switch (entry.kind()) {
                case WHITEOUT, OPAQUE -> {}
                case FILE, DIRECTORY, SYMBOLIC_LINK, SPECIAL -> add(entry, entry);
                case HARD_LINK ->
                        add(
                                entry,
                                find(split(entry.detail()))
                                        .map(TreeNode::facts)
                                        .filter(target -> target.kind() != FileKind.DIRECTORY)
                                        .orElse(entry));
            }
        }
    }

    private void add(LayerEntry entry, LayerEntry facts) {
        List<String> components = split(entry.path());
        if (components.isEmpty()) {
            if (facts.kind() == FileKind.DIRECTORY) {
                root.restate(facts);
            }
            return;
        }
        TreeNode parent = root;
        for (String component : components.subList(0, components.size() - 1)) {
            Optional<TreeNode> child = parent.child(component);
            // Below a name that a lower layer made a symbolic link, runtimes unpack where it leads.
            TreeNode at = parent;
            parent =
                    child.filter(one -> one.kind() == FileKind.SYMBOLIC_LINK)
                            .flatMap(this::follow)
                            .filter(TreeNode::isDirectory)
                            .orElseGet(() -> at.directory(component));
        }
        parent.put(components.getLast(), facts);
    }

    /**
     * What an absolute path names, the last component's own link not followed; no layer's text yet.
     */
    private Optional<TreeNode> find(List<String> components) {
        return walk(root, components, false);
    }

    /** What a path names, links followed to their end. */
    Optional<TreeNode> resolve(String path) {
        return walk(root, split(path), true);
    }

    Optional<TreeNode> follow(TreeNode link) {
        return walk(link.parent(), List.of(link.name()), true);
    }

    /** The same by hand: components to go, links replaced by where they lead. */
    private Optional<TreeNode> walk(TreeNode start, List<String> components, boolean followLast) {
        Deque<String> left = new ArrayDeque<>(components);
        TreeNode at = start;
        int links = 0;
        while (!left.isEmpty()) {
            String component = left.pop();
            if (component.equals("..")) {
                at = at.parent();
                continue;
            }
            Optional<TreeNode> child = at.child(component);
            if (child.isEmpty()) {
                return Optional.empty();
            }
            TreeNode found = child.get();
            if (found.kind() == FileKind.SYMBOLIC_LINK && (followLast || !left.isEmpty())) {
                if (++links > LINKS) {
                    return Optional.empty();
                }
                String target = found.facts().detail();
                if (target.startsWith("/")) {
                    at = root;
                }
                List<String> more = split(target);
                for (int i = more.size() - 1; i >= 0; i--) {
                    left.push(more.get(i));
                }
            } else {
                at = found;
            }
        }
        return Optional.of(at);
    }

    /** Components, with {@code ..} where it stands: a link may lead up. */
    static List<String> split(String path) {
        return Arrays.stream(path.split("/"))
                .filter(component -> !component.isEmpty() && !component.equals("."))
                .toList();
    }
}
