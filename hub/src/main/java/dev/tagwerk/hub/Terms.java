package dev.tagwerk.hub;

import java.util.Optional;

/**
 * What a repository says about who may use it.
 *
 * @param license as the card names it: {@code apache-2.0}, {@code other}, ...
 * @param licenseName what {@code other} stands for
 * @param licenseLink where its text is
 * @param gated {@code no}, {@code auto} or {@code manual}
 * @param baseModel what the card says it was made from
 */
public record Terms(
        Optional<String> license,
        Optional<String> licenseName,
        Optional<String> licenseLink,
        String gated,
        Optional<String> baseModel) {

    /** In a few words. */
    public String words() {
        String named =
                license.map(
                                id ->
                                        id.equals("other") && licenseName.isPresent()
                                                ? licenseName.get()
                                                : id)
                        .orElse("none stated");
        return named + licenseLink.map(link -> " (" + link + ")").orElse("");
    }
}
