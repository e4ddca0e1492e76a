package dev.tagwerk.preflight;

import dev.tagwerk.formats.Document;
import dev.tagwerk.formats.Format;
import dev.tagwerk.formats.Node;
import dev.tagwerk.formats.Scalar;
import java.util.Optional;

/** An environment's storages and the accounts behind them, as they are given beside. */
final class Storages {
    private Storages() {}

    static Optional<Node> named(Surroundings around, String name) {
        return around.storages().stream()
                .filter(root -> AzureNames.name(root).filter(name::equalsIgnoreCase).isPresent())
                .findFirst();
    }

    static boolean isNfs(Node storage) {
        return storage.find("properties.nfsAzureFile")
                .filter(one -> !one.fields().isEmpty())
                .isPresent();
    }

    /** What describes the share: {@code azureFile} or {@code nfsAzureFile}. */
    static Optional<Node> share(Node storage) {
        return storage.find(isNfs(storage) ? "properties.nfsAzureFile" : "properties.azureFile");
    }

    /** The account that a storage lies in. */
    static Optional<String> account(Node storage) {
        return storage.text("properties.azureFile.accountName")
                .or(() -> storage.text("properties.nfsAzureFile.server"))
                .filter(name -> !name.isPlaceholder())
                .map(Scalar::text)
                .map(name -> name.replaceFirst("\\..*", ""));
    }

    static Optional<Node> account(Subject subject, String name) {
        return subject.all(Format.STORAGE_ACCOUNT)
                .map(Document::root)
                .filter(root -> AzureNames.name(root).filter(name::equalsIgnoreCase).isPresent())
                .findFirst();
    }

    /** A property of an account; {@code show} prints it beside the name, a template inside. */
    static Optional<Scalar> of(Node account, String key) {
        return account.text(key).or(() -> account.text("properties." + key));
    }
}
