package dev.tagwerk.market;

import java.math.BigDecimal;
import java.util.List;

/** Tariffs as text, in the columns of the shipped table: for prices that were read later. */
public final class TariffText {
    private static final String COLUMNS =
            "service\tregion\tmachine\tmeter\tplan\tprice\tcurrency\tunit\tprovider_meter"
                    + "\tmax_age_days\tnote\tsource\tdate\tconfidence\n";

    private TariffText() {}

    /** What is not as it should be is told with its line. */
    public static List<Tariff> read(String name, String text) {
        return Table.parse(name, text).map(Tariff::of);
    }

    public static String write(List<Tariff> tariffs) {
        StringBuilder text = new StringBuilder(COLUMNS);
        for (Tariff tariff : tariffs) {
            Price price = tariff.price();
            text.append(
                    String.join(
                                    "\t",
                                    tariff.service(),
                                    tariff.region().orElse(""),
                                    tariff.machine().orElse(""),
                                    tariff.meter().toString(),
                                    tariff.plan().toString(),
                                    price.amount().map(BigDecimal::toPlainString).orElse(""),
                                    price.currency().getCurrencyCode(),
                                    price.unit().toString(),
                                    clean(tariff.providerMeter().orElse("")),
                                    String.valueOf(price.maxAgeDays()),
                                    clean(price.note().orElse("")),
                                    clean(price.provenance().source()),
                                    price.provenance().date(),
                                    price.provenance().confidence().toString())
                            + "\n");
        }
        return text.toString();
    }

    private static String clean(String cell) {
        return cell.replaceAll("\\p{Cntrl}+", " ");
    }
}
