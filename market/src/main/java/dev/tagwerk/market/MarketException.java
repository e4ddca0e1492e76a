package dev.tagwerk.market;

/** A shipped table is broken, or code asks for a fact that no table has. */
public final class MarketException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    MarketException(String message) {
        super(message);
    }

    MarketException(String message, Throwable cause) {
        super(message, cause);
    }
}
