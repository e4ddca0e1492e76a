package dev.tagwerk.cli;

import dev.tagwerk.model.Libtorch;
import dev.tagwerk.model.Placements;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.TimeUnit;

/**
 * Which matrix kernels and how many threads are fastest on this machine: measured before the first
 * training, then remembered in the folder of caches. {@code TAGWERK_CORETYPE} and {@code
 * resources.threads} have the last word.
 */
final class Kernels {
    private static final String FILE = "kernels.properties";
    private static final long MAX_BYTES = 1 << 16;
    private static final int SECONDS = 30;

    /** Another choice must be this much faster than the expected one: measurements are noisy. */
    private static final double CLEARLY = 1.05;

    private Kernels() {}

    /**
     * @param coreType OpenBLAS' name of the kernels, or {@code detected} for its own choice
     * @param threads that share a batch
     * @param gigaflops of the measurement; 0 when nothing was measured
     */
    record Choice(String coreType, int threads, double gigaflops) {}

    /** Runs the measurement of one kernel family: GFLOP/s by number of threads. */
    interface Measuring {
        Map<Integer, Double> of(String coreType, List<Integer> threads) throws IOException;
    }

    /** What was measured on this machine before. */
    static Optional<Choice> remembered(Shell shell) {
        return file(shell).flatMap(file -> read(file, machine()));
    }

    /** Lets this process compute with what was measured, should it load libtorch. */
    static void apply(Shell shell) {
        if (file(shell).filter(Files::isRegularFile).isEmpty()) {
            return;
        }
        remembered(shell)
                .ifPresent(
                        choice -> {
                            System.setProperty(Libtorch.CORE_TYPE, choice.coreType());
                            System.setProperty(
                                    Placements.THREADS, String.valueOf(choice.threads()));
                        });
    }

    /** The same, measured now where it was not; never fails, for want of it nothing is lost. */
    static void prepare(Shell shell) {
        Optional<Path> file = file(shell);
        if (file.isEmpty()
                || read(file.get(), machine()).isPresent()
                || shell.environment().containsKey("TAGWERK_CORETYPE")) {
            return;
        }
        shell.err().println("Measuring this processor's matrix kernels, once: a few seconds.");
        shell.err().flush();
        try {
            Choice choice =
                    choose(
                            Libtorch.coreTypes(),
                            Runtime.getRuntime().availableProcessors(),
                            (coreType, threads) -> measure(shell, coreType, threads));
            write(file.get(), machine(), choice);
            shell.err()
                    .printf(
                            "  %s on %d threads: %.0f GFLOP/s%n",
                            choice.coreType(), choice.threads(), choice.gigaflops());
        } catch (IOException e) {
            shell.err()
                    .println(
                            "note: not measured ("
                                    + e.getMessage()
                                    + "); the kernels are chosen by the processor's name.");
        }
    }

    /**
     * The fastest of the families, the first one unless another is clearly faster; and as many
     * threads as cores unless fewer are clearly faster.
     */
    static Choice choose(List<String> families, int cores, Measuring measuring) throws IOException {
        Choice best = null;
        List<Integer> counts = List.of(Math.max(1, cores / 2), cores).stream().distinct().toList();
        for (String family : families) {
            Map<Integer, Double> rates = measuring.of(family, counts);
            double all = rates.getOrDefault(cores, 0.0);
            double half = rates.getOrDefault(counts.getFirst(), 0.0);
            Choice here =
                    half > all * CLEARLY
                            ? new Choice(family, counts.getFirst(), half)
                            : new Choice(family, cores, all);
            if (best == null || here.gigaflops() > best.gigaflops() * CLEARLY) {
                best = here;
            }
        }
        if (best == null || best.gigaflops() <= 0) {
            throw new IOException("no kernels could be timed");
        }
        return best;
    }

    private static Map<Integer, Double> measure(Shell shell, String coreType, List<Integer> threads)
            throws IOException {
        List<String> command = new java.util.ArrayList<>(Engines.java());
        command.add("-D" + Libtorch.CORE_TYPE + "=" + coreType);
        command.addAll(
                List.of(
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.tagwerk.model.KernelMeasurement"));
        threads.forEach(count -> command.add(String.valueOf(count)));
        Path output = Files.createTempFile("tagwerk-kernels", ".txt");
        try {
            Process process =
                    new ProcessBuilder(command)
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .redirectOutput(output.toFile())
                            .start();
            if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IOException("it took more than " + SECONDS + " s");
            }
            Map<Integer, Double> rates = new LinkedHashMap<>();
            for (String line : Files.readAllLines(output)) {
                String[] words = line.strip().split(" ", -1);
                if (words.length == 2 && process.exitValue() == 0) {
                    rates.put(Integer.parseInt(words[0]), Double.parseDouble(words[1]));
                }
            }
            return rates; // a family that does not run here has none
        } catch (NumberFormatException e) {
            throw new IOException("the measurement printed nonsense", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } finally {
            Files.deleteIfExists(output);
        }
    }

    private static Optional<Path> file(Shell shell) {
        String cache = shell.environment().getOrDefault("TAGWERK_CACHE", "");
        return cache.isEmpty() ? Optional.empty() : Optional.of(Path.of(cache, FILE));
    }

    /** What a measurement holds for: this processor, so many cores, this library. */
    private static String machine() {
        return Libtorch.processor()
                + " x"
                + Runtime.getRuntime().availableProcessors()
                + ", libtorch "
                + VersionCommand.built().getProperty("libtorch", "unknown");
    }

    static Optional<Choice> read(Path file, String machine) {
        Properties properties = properties(file);
        if (!machine.equals(properties.getProperty("machine"))) {
            return Optional.empty();
        }
        try {
            Choice choice =
                    new Choice(
                            properties.getProperty("core_type", ""),
                            Integer.parseInt(properties.getProperty("threads", "")),
                            Double.parseDouble(properties.getProperty("gigaflops", "")));
            boolean sound =
                    Libtorch.coreTypes().contains(choice.coreType())
                            && choice.threads() >= 1
                            && choice.threads() <= Runtime.getRuntime().availableProcessors();
            return sound ? Optional.of(choice) : Optional.empty();
        } catch (NumberFormatException e) {
            return Optional.empty(); // damaged: it is measured again
        }
    }

    private static Properties properties(Path file) {
        Properties properties = new Properties();
        try {
            if (Files.isRegularFile(file) && Files.size(file) <= MAX_BYTES) {
                properties.load(
                        new StringReader(
                                new String(Files.readAllBytes(file), StandardCharsets.UTF_8)));
            }
        } catch (IOException | IllegalArgumentException e) {
            return new Properties();
        }
        return properties;
    }

    static void write(Path file, String machine, Choice choice) throws IOException {
        Properties properties = new Properties();
        properties.setProperty("machine", machine);
        properties.setProperty("core_type", choice.coreType());
        properties.setProperty("threads", String.valueOf(choice.threads()));
        properties.setProperty("gigaflops", String.valueOf(choice.gigaflops()));
        properties.setProperty("measured", LocalDate.now(java.time.ZoneOffset.UTC).toString());
        StringWriter text = new StringWriter();
        properties.store(text, "Measured by tagwerk; delete to measure again");
        Path aside = Files.createTempFile(file.getParent(), FILE, ".new");
        Files.writeString(aside, text.toString());
        Files.move(
                aside, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }
}
