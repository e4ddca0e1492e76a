package dev.tagwerk.images;

import java.util.Map;
import java.util.Optional;

/** An image in a registry. */
final class RegistryImage implements OpenSource, Blobs {
    private final ImageReference reference;
    private final RegistryClient client;
    private final int limit;

    RegistryImage(ImageReference reference, RegistryAccess access, Budget budget) {
        this.reference = reference;
        this.client = new RegistryClient(reference, access, budget);
        this.limit = budget.limits().metadataBytes();
    }

    @Override
    public String place() {
        return reference.toString();
    }

    @Override
    public OpenedImage open(Optional<String> name, Platform platform) {
        RegistryClient.Manifest top = client.manifest(reference.selector(), limit);
        Digest digest = reference.digest().orElseGet(() -> Digest.sha256(top.bytes()));
        if (!digest.names(top.bytes())
                || top.stated().isPresent() && !top.stated().get().names(top.bytes())) {
            throw tampered(reference.selector());
        }
        Descriptor descriptor =
                new Descriptor(top.mediaType(), digest, top.bytes().length, Map.of());
        return new OciImage(this, platform).open(reference.toString(), descriptor, top.bytes());
    }

    private ImageException tampered(String what) {
        return new ImageException(
                reference + " (" + what + ")",
                "the registry's answer is not what its digest names: it is damaged or tampered"
                        + " with",
                "try again, and do not run this image");
    }

    @Override
    public byte[] document(Descriptor descriptor) {
        if (descriptor.size() > limit) {
            throw Documents.broken(
                    reference + " (" + descriptor.digest().abbreviated() + ")",
                    "a document of " + descriptor.size() + " bytes; none is longer than " + limit);
        }
        boolean manifest =
                descriptor.mediaType().contains("manifest")
                        || descriptor.mediaType().contains("image.index");
        int expected = (int) descriptor.size();
        byte[] bytes =
                manifest
                        ? client.manifest(descriptor.digest().toString(), expected).bytes()
                        : client.blob(descriptor.digest(), expected);
        if (bytes.length != expected || !descriptor.digest().names(bytes)) {
            throw tampered(descriptor.digest().abbreviated());
        }
        return bytes;
    }

    @Override
    public Blob layer(Descriptor descriptor) {
        return new Blob(
                reference + " (" + descriptor.digest().abbreviated() + ")",
                descriptor,
                Blob.Stage.STORED,
                Optional.empty(),
                () -> new ResumingStream(client, descriptor),
                (from, length) -> client.part(descriptor.digest(), from, length));
    }

    @Override
    public void close() {
        client.close();
    }
}
