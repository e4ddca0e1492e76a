package dev.tagwerk.data;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ContentTest {
    private final ObjectMapper mapper = new ObjectMapper();

    @ParameterizedTest
    @CsvSource({
        "1.0,1.0",
        "0.1,0.1",
        "-0.0,-0.0",
        "1e15,1000000000000000.0",
        "1e16,1e+16",
        "123456789012345680,1.2345678901234568e+17",
        "9999999999999998.0,9999999999999998.0",
        "0.0001,0.0001",
        "0.00001,1e-05",
        "1.5e-7,1.5e-07",
        "5e-324,5e-324",
        "1.7976931348623157e308,1.7976931348623157e+308",
        "2.5,2.5",
        "100,100.0",
        "1e100,1e+100"
    })
    void numbersReadAsInPython(double value, String expected) {
        assertThat(Content.number(value)).isEqualTo(expected);
    }

    @Property
    void numbersReadBackUnchanged(@ForAll double value) {
        assertThat(Double.parseDouble(Content.number(value))).isEqualTo(value);
    }

    @Property
    void renderedTextIsTheSameJson(@ForAll String text) throws Exception {
        var node = mapper.createObjectNode();
        node.putArray("a").add(text).add(1).addNull().add(true);
        node.putObject(text).put("b", text);
        assertThat(mapper.readTree(Content.render(node))).isEqualTo(node);
    }
}
