package dev.tagwerk.images;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** What a user keeps for a registry. */
sealed interface Credential {
    /** A name and a password. */
    record Password(String user, String password) implements Credential {
        String header() {
            byte[] both = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
            return "Basic " + Base64.getEncoder().encodeToString(both);
        }

        @Override
        public String toString() {
            return "Password[" + user + "]";
        }
    }

    /** A token to get others with; Azure's registry gives such. */
    record Refresh(String token) implements Credential {
        @Override
        public String toString() {
            return "Refresh[]";
        }
    }

    /** A token for the registry itself. */
    record Bearer(String token) implements Credential {
        @Override
        public String toString() {
            return "Bearer[]";
        }
    }

    /** Nothing is kept for it. */
    record None() implements Credential {}
}
