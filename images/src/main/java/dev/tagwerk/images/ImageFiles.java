package dev.tagwerk.images;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** The file system of an image: all layers that were looked into, merged. Immutable. */
public final class ImageFiles {
    private final MergedTree tree;
    private final boolean complete;

    ImageFiles(MergedTree tree, boolean complete) {
        this.tree = tree;
        this.complete = complete;
    }

    /**
     * Whether every layer was looked into. If not, a file may be there although it is not found,
     * and one that is found may have been changed or taken away.
     */
    public boolean complete() {
        return complete;
    }

    /** What a path names, links followed; empty when nothing does or a link leads nowhere. */
    public Optional<ImageFile> find(String path) {
        return tree.resolve(path).map(ImageFiles::file);
    }

    /**
     * The program that a name runs: found in the folders as {@code execvp} does, or a path itself.
     */
    public Optional<ImageFile> program(String name, List<String> folders) {
        if (name.contains("/")) {
            return find(name).filter(ImageFile::isExecutable);
        }
        for (String folder : folders) {
            Optional<ImageFile> found = find(folder + "/" + name).filter(ImageFile::isExecutable);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    /** Files whose own path matches, in the order of their paths, at most so many. */
    List<ImageFile> matching(Predicate<TreeNode> wanted, int most) {
        List<ImageFile> found = new ArrayList<>();
        Deque<TreeNode> left = new ArrayDeque<>();
        left.push(tree.root());
        while (!left.isEmpty() && found.size() < most) {
            TreeNode node = left.pop();
            List<TreeNode> children = new ArrayList<>();
            node.children().forEach(children::add);
            for (TreeNode child : children.reversed()) {
                left.push(child);
            }
            if (wanted.test(node)) {
                found.add(file(node));
            }
        }
        return List.copyOf(found);
    }

    /**
     * Whether a user may write to a path: create files in it where it is a directory, change it
     * where it is a file, make it where it does not exist. By permission bits alone; mounts and
     * access control lists are not part of an image.
     */
    public Access writableBy(long uid, long gid, String path) {
        String absolute = path.startsWith("/") ? path : "/" + path;
        List<String> components = MergedTree.split(absolute);
        TreeNode at = tree.root();
        boolean reachable = true;
        boolean exists = true;
        for (int i = 0; i < components.size(); i++) {
            reachable &= at.isDirectory() && allows(at, uid, gid, 1);
            Optional<TreeNode> next =
                    tree.resolve(at.path() + "/" + components.get(i)); // its links followed
            if (next.isEmpty()) {
                exists = false;
                break;
            }
            at = next.get();
        }
        boolean writable =
                reachable
                        && allows(at, uid, gid, at.isDirectory() ? 3 : 2)
                        && (exists || at.isDirectory());
        LayerEntry facts = at.facts();
        Access.Answer known = writable ? Access.Answer.YES : Access.Answer.NO;
        return new Access(
                complete ? known : Access.Answer.UNKNOWN,
                absolute,
                at.path(),
                facts.mode(),
                facts.uid(),
                facts.gid(),
                exists);
    }

    private static boolean allows(TreeNode node, long uid, long gid, int wanted) {
        LayerEntry facts = node.facts();
        if (uid == 0) {
            return true;
        }
        int shift = facts.uid() == uid ? 6 : facts.gid() == gid ? 3 : 0;
        return (facts.mode() >> shift & wanted) == wanted;
    }

    static ImageFile file(TreeNode node) {
        LayerEntry facts = node.facts();
        return new ImageFile(
                node.path(),
                facts.kind(),
                facts.mode(),
                facts.uid(),
                facts.gid(),
                facts.size(),
                facts.kind() == FileKind.FILE ? facts.detail() : "");
    }
}
