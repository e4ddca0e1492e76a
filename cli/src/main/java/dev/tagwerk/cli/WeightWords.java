package dev.tagwerk.cli;

import dev.tagwerk.modelfiles.GgufFormat;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Types of weights in the words of job files, of llama.cpp and of PyTorch: all are taken. */
final class WeightWords {
    private WeightWords() {}

    private static String plain(String word) {
        String lower = word.toLowerCase(Locale.ROOT);
        return switch (lower) {
            case "fp32", "float32" -> "f32";
            case "fp16", "float16" -> "f16";
            case "bfloat16" -> "bf16";
            default -> lower;
        };
    }

    private static TypeConversionException unknown(String word, String known) {
        return new TypeConversionException("'" + word + "' is none of " + known);
    }

    static final class ForMerge implements ITypeConverter<ModelMerge.Type> {
        @Override
        public ModelMerge.Type convert(String word) {
            return switch (plain(word)) {
                case "bf16" -> ModelMerge.Type.BF16;
                case "f16" -> ModelMerge.Type.FP16;
                case "f32" -> ModelMerge.Type.FP32;
                default -> throw unknown(word, "bf16, fp16, fp32");
            };
        }
    }

    static final class ForGguf implements ITypeConverter<GgufFormat> {
        @Override
        public GgufFormat convert(String word) {
            return switch (plain(word)) {
                case "f32" -> GgufFormat.F32;
                case "f16" -> GgufFormat.F16;
                case "bf16" -> GgufFormat.BF16;
                case "q8_0" -> GgufFormat.Q8_0;
                default -> throw unknown(word, "f32, f16, bf16, q8_0");
            };
        }
    }
}
