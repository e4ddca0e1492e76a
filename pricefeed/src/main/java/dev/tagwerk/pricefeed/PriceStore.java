package dev.tagwerk.pricefeed;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tagwerk.ledger.ExchangeRate;
import dev.tagwerk.market.MarketException;
import dev.tagwerk.market.PriceBook;
import dev.tagwerk.market.Tariff;
import dev.tagwerk.market.TariffText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Optional;

/**
 * Prices that were read, in the workspace's folder: {@code tariffs.tsv}, {@code rate.json}, and
 * {@code history.jsonl}, which only grows. The folder is its owner's alone.
 */
public record PriceStore(Path folder) {
    /** What is laid over the shipped prices; they alone where nothing was read yet. */
    public PriceBook book() {
        return PriceBook.shipped().with(tariffs());
    }

    List<Tariff> tariffs() {
        Path file = folder.resolve("tariffs.tsv");
        try {
            return TariffText.read(file.toString(), Files.readString(file));
        } catch (java.nio.file.NoSuchFileException none) {
            return List.of();
        } catch (IOException | MarketException e) {
            throw unreadable(file, e);
        }
    }

    public Optional<ExchangeRate> rate() {
        Path file = folder.resolve("rate.json");
        try {
            JsonNode node = Answers.json(Files.readString(file), file.toString());
            return Optional.of(
                    new ExchangeRate(
                            Currency.getInstance(node.path("to").asText()),
                            Currency.getInstance(node.path("from").asText()),
                            new BigDecimal(node.path("value").asText()),
                            LocalDate.parse(node.path("date").asText()),
                            node.path("source").asText()));
        } catch (java.nio.file.NoSuchFileException none) {
            return Optional.empty();
        } catch (IOException | RuntimeException e) {
            throw unreadable(file, e);
        }
    }

    private static FeedException unreadable(Path file, Exception cause) {
        return new FeedException(
                file + " cannot be read: " + cause.getMessage() + "; delete it and refresh again",
                cause);
    }

    /** Keeps what was read, and what of it is new. */
    void keep(
            List<Tariff> tariffs, Optional<ExchangeRate> rate, List<Change> changes, Instant now) {
        try {
            Files.createDirectories(folder);
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
            StringBuilder history = new StringBuilder();
            for (Change change : changes) {
                ObjectNode line = JsonNodeFactory.instance.objectNode();
                line.put("time", now.toString());
                line.put("what", change.what());
                change.before().ifPresent(before -> line.put("before", before));
                line.put("now", change.now());
                line.put("source", change.source());
                history.append(line).append('\n');
            }
            append(folder.resolve("history.jsonl"), history.toString());
            replace(folder.resolve("tariffs.tsv"), TariffText.write(tariffs));
            if (rate.isPresent()) {
                replace(folder.resolve("rate.json"), rateText(rate.get()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("prices cannot be kept in " + folder, e);
        }
    }

    private static String rateText(ExchangeRate rate) {
        return JsonNodeFactory.instance
                        .objectNode()
                        .put("to", rate.to().getCurrencyCode())
                        .put("from", rate.from().getCurrencyCode())
                        .put("value", rate.value().toPlainString())
                        .put("date", rate.date().toString())
                        .put("source", rate.source())
                + "\n";
    }

    private static void append(Path file, String text) throws IOException {
        Files.writeString(
                file,
                text,
                StandardCharsets.UTF_8,
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }

    private static void replace(Path file, String text) throws IOException {
        Path aside = file.resolveSibling(file.getFileName() + "." + ProcessHandle.current().pid());
        Files.writeString(aside, text);
        try (FileChannel channel = FileChannel.open(aside, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
        Files.move(aside, file, StandardCopyOption.ATOMIC_MOVE);
    }

    /** The lines of the history, the oldest first. */
    List<String> history() {
        try {
            return new ArrayList<>(Files.readAllLines(folder.resolve("history.jsonl")));
        } catch (java.nio.file.NoSuchFileException none) {
            return List.of();
        } catch (IOException e) {
            throw unreadable(folder.resolve("history.jsonl"), e);
        }
    }
}
