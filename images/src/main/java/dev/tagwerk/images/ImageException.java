package dev.tagwerk.images;

/** An image cannot be looked into: where, why, and what to do. */
public final class ImageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String place;
    private final String reason;
    private final String remedy;

    /**
     * @param place the file, blob or address
     * @param reason what is wrong there, as a sentence without its full stop
     * @param remedy what to do; may be empty
     */
    public ImageException(String place, String reason, String remedy) {
        super(place + ": " + reason + (remedy.isEmpty() ? "" : " -> " + remedy));
        this.place = place;
        this.reason = reason;
        this.remedy = remedy;
    }

    public String place() {
        return place;
    }

    public String reason() {
        return reason;
    }

    public String remedy() {
        return remedy;
    }
}
