package dev.tagwerk.ledger;

/** Amounts that cannot be reckoned with: mixed currencies, a rate for others, negative time. */
public final class LedgerException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    LedgerException(String message) {
        super(message);
    }
}
