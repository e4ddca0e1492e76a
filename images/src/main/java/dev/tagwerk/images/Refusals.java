package dev.tagwerk.images;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;

/** What a registry's status means for the one who asked. */
final class Refusals {
    private static final int MESSAGE_LIMIT = 64 << 10;

    private Refusals() {}

    static ImageException of(ImageReference image, RegistryHttp.Answer answer) {
        int status = answer.status();
        String said = said(answer);
        String because = said.isEmpty() ? "" : ": " + said;
        return switch (status) {
            case 401, 403 ->
                    new ImageException(
                            image.toString(),
                            "the registry does not let us in (" + status + ")" + because,
                            "docker login " + image.host() + ", or look at the name");
            case 404 ->
                    new ImageException(
                            image.toString(),
                            "the registry has no such image, or does not show it to you" + because,
                            "look at name and tag; docker login " + image.host());
            case 429 ->
                    new ImageException(
                            image.toString(),
                            "the registry has had enough requests from here" + because,
                            answer.header("Retry-After")
                                    .map(wait -> "try again in " + Names.shown(wait) + " s")
                                    .orElse("try again later, or docker login " + image.host()));
            default ->
                    new ImageException(
                            image.toString(),
                            "the registry answers " + status + because,
                            status >= 500 ? "try again later" : "is this a registry's address?");
        };
    }

    /** The registry's own words, as the distribution specification writes errors. */
    private static String said(RegistryHttp.Answer answer) {
        try {
            JsonNode node = Documents.parse(answer.body(MESSAGE_LIMIT), answer.address().getHost());
            JsonNode first = node.path("errors").path(0);
            return Names.shown(
                    (Documents.text(first, "code") + " " + Documents.text(first, "message"))
                            .strip());
        } catch (IOException | ImageException noWords) {
            return "";
        }
    }
}
