package dev.tagwerk.images;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A name in the merged file system. Mutable while layers are applied, then left alone. */
final class TreeNode {
    private final String name;
    private final @Nullable TreeNode parent;
    private final Map<String, TreeNode> children;
    private LayerEntry facts;

    /**
     * The attributes that a directory has when no layer states them: those that runtimes give it.
     */
    private static final LayerEntry IMPLIED =
            new LayerEntry("", FileKind.DIRECTORY, 0755, 0, 0, 0, "");

    private TreeNode(String name, @Nullable TreeNode parent, LayerEntry facts) {
        this.name = name;
        this.parent = parent;
        this.facts = facts;
        this.children = facts.kind() == FileKind.DIRECTORY ? new TreeMap<>() : Map.of();
    }

    static TreeNode root() {
        return new TreeNode("", null, IMPLIED);
    }

    LayerEntry facts() {
        return facts;
    }

    FileKind kind() {
        return facts.kind();
    }

    boolean isDirectory() {
        return facts.kind() == FileKind.DIRECTORY;
    }

    Iterable<TreeNode> children() {
        return children.values();
    }

    String name() {
        return name;
    }

    /** The parent directory; the root's is the root. */
    TreeNode parent() {
        return parent == null ? this : parent;
    }

    Optional<TreeNode> child(String childName) {
        return Optional.ofNullable(children.get(childName));
    }

    /** A child as a directory, made where there is none. */
    TreeNode directory(String childName) {
        TreeNode child = children.get(childName);
        return child != null && child.isDirectory() ? child : put(childName, IMPLIED);
    }

    /** Sets a child; a directory that is one already keeps what is in it. */
    TreeNode put(String childName, LayerEntry childFacts) {
        TreeNode old = children.get(childName);
        if (old != null && old.isDirectory() && childFacts.kind() == FileKind.DIRECTORY) {
            old.facts = childFacts;
            return old;
        }
        TreeNode fresh = new TreeNode(childName, this, childFacts);
        children.put(childName, fresh);
        return fresh;
    }

    /** States the root's own attributes. */
    void restate(LayerEntry rootFacts) {
        facts = rootFacts;
    }

    void remove(String childName) {
        if (isDirectory()) {
            children.remove(childName);
        }
    }

    void clear() {
        if (isDirectory()) {
            children.clear();
        }
    }

    /** The absolute path. */
    String path() {
        if (parent == null) {
            return "/";
        }
        StringBuilder path = new StringBuilder();
        for (TreeNode node = this; node.parent != null; node = node.parent) {
            path.insert(0, node.name).insert(0, '/');
        }
        return path.toString();
    }
}
