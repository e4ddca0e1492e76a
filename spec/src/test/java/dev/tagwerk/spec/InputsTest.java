package dev.tagwerk.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InputsTest {
    private static final String HEAD = Samples.SMALLEST + "inputs: {rank: 8, tag: x, open: }\n";

    private static TrainingJob job(String text, Map<String, String> inputs) {
        Parsed parsed = JobFile.parse(text, Samples.ORIGIN, Map.of(), inputs);
        return (TrainingJob) ((Parsed.Valid) parsed).job();
    }

    @Test
    void aReferenceTakesTheInputAsItIs() {
        String text = HEAD + "recipe: {rank: \"${{ inputs.rank }}\"}\nname: a-${{inputs.tag}}-b\n";
        assertThat(job(text, Map.of()).recipe().lora().rank()).isEqualTo(8);
        assertThat(job(text, Map.of()).name()).isEqualTo("a-x-b");
        assertThat(job(text, Map.of("rank", "4", "tag", "7")).recipe().lora().rank()).isEqualTo(4);
        assertThat(job(text, Map.of("tag", "7")).name()).isEqualTo("a-7-b");
    }

    @Test
    void aValueFromOutsideIsWhateverTheKeyWants() {
        String text = HEAD + "name: ${{ inputs.tag }}\nmax_duration: ${{ inputs.rank }}h\n";
        assertThat(job(text, Map.of("tag", "2024")).name()).isEqualTo("2024");
        assertThat(job(text, Map.of()).maxDuration().orElseThrow().toHours()).isEqualTo(8);
        String rate =
                HEAD
                        + "recipe: {learning_rate: \"${{ inputs.tag }}\", targets: ['${{inputs.open}}']}\n";
        assertThat(job(rate, Map.of("tag", "3e-5", "open", "q_proj")).recipe().learningRate())
                .isEqualTo(3e-5);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "name: ${{ inputs.tga }} | there is no input `tga` (did you mean tag?)",
                "name: ${{ inputs.zzzzzz }} | (its inputs are rank, tag, open)",
                "name: ${{ inputs.open }} | has no default and was not given (pass it: --input open=VALUE)",
                "name: ${{ env.HOME }} | `${{ env.HOME }}` is not understood (only ${{ inputs.name }} is)",
                "name: ${{ inputs.tag | `${{` is not closed",
                "name: ${{ inputs.rank }} | not the number 8",
            })
    void wrongReferencesAreTold(String line, String told) {
        assertThat(Samples.told(HEAD + line + "\n"))
                .singleElement()
                .asString()
                .startsWith("7:7: name: ")
                .contains(told);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "inputs: [a] | must be a mapping of names to default values, not a list",
                "inputs: a | must be a mapping of names",
                "inputs: {a: [1]} | inputs.a: an input is one value, not a list",
                "inputs: {a: {b: 1}} | inputs.a: an input is one value",
                "inputs: {a b: 1} | an input's name consists of",
                "inputs: {a: '${{ inputs.b }}'} | an input cannot refer to inputs",
            })
    void wrongDeclarationsAreTold(String line, String told) {
        assertThat(Samples.told(Samples.SMALLEST + line + "\n"))
                .singleElement()
                .asString()
                .contains(told);
    }

    @Test
    void anUnusableInputIsToldOnce() {
        assertThat(Samples.told(Samples.SMALLEST + "inputs: {a: [1]}\nname: ${{ inputs.a }}\n"))
                .hasSize(1);
        assertThat(Samples.told(Samples.SMALLEST + "inputs:\n")).isEmpty();
    }

    @Test
    void aValueForNoInputIsAProblem() {
        assertThat(Samples.problems(HEAD, Map.of("rnak", "8")))
                .singleElement()
                .asString()
                .contains(
                        ":6:1: inputs: a value was given for `rnak`, which is no input of this file")
                .contains("did you mean rank?");
        assertThat(Samples.problems(Samples.SMALLEST, Map.of("x", "8")))
                .singleElement()
                .asString()
                .contains("declare it");
    }
}
