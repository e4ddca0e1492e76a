package dev.tagwerk.runfolder;

/** Work that was done, and the seconds that it took. */
public record Effort(Work work, double seconds) {
    public static final Effort NONE = new Effort(Work.NONE, 0);

    public Effort {
        if (!(seconds >= 0) || Double.isInfinite(seconds)) {
            throw new IllegalArgumentException("seconds: must not be negative, is " + seconds);
        }
    }

    public Effort plus(Work more, double took) {
        return new Effort(work.plus(more), seconds + took);
    }
}
