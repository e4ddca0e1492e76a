package dev.tagwerk.pricefeed;

import dev.tagwerk.ledger.ExchangeRate;
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.MathContext;
import java.net.URI;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Currency;
import java.util.Optional;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * The European Central Bank's reference rates of a day. They say what a euro costs; kept is what a
 * dollar costs, to eight digits.
 */
record EcbRates(Web web, URI address) {
    private static final String WHO = "European Central Bank";
    private static final BigDecimal LEAST = new BigDecimal("0.1");
    private static final BigDecimal MOST = BigDecimal.TEN;

    ExchangeRate dollar() {
        return dollar(web.text(address));
    }

    static ExchangeRate dollar(String xml) {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        Optional<LocalDate> day = Optional.empty();
        try {
            XMLStreamReader reader = factory.createXMLStreamReader(new StringReader(xml));
            while (reader.hasNext()) {
                if (reader.next() != XMLStreamConstants.START_ELEMENT
                        || !reader.getLocalName().equals("Cube")) {
                    continue;
                }
                String time = reader.getAttributeValue(null, "time");
                if (time != null) {
                    day = Optional.of(LocalDate.parse(time));
                }
                if ("USD".equals(reader.getAttributeValue(null, "currency")) && day.isPresent()) {
                    return rate(reader.getAttributeValue(null, "rate"), day.get());
                }
            }
        } catch (XMLStreamException | DateTimeException e) {
            throw new FeedException(WHO + ": the answer is not its file of rates, or was cut", e);
        }
        throw new FeedException(WHO + ": its file has no dollar with a date");
    }

    private static ExchangeRate rate(String text, LocalDate day) {
        if (text == null || !text.matches("[0-9]{1,4}(\\.[0-9]{1,8})?")) {
            throw new FeedException(WHO + ": a rate that is no number");
        }
        BigDecimal perEuro = new BigDecimal(text);
        if (perEuro.compareTo(LEAST) < 0 || perEuro.compareTo(MOST) > 0) {
            throw new FeedException(WHO + ": a euro for " + perEuro + " dollars is not believed");
        }
        return new ExchangeRate(
                Currency.getInstance("EUR"),
                Currency.getInstance("USD"),
                BigDecimal.ONE.divide(perEuro, new MathContext(8)).stripTrailingZeros(),
                day,
                WHO + ", 1 EUR = " + perEuro + " USD");
    }
}
