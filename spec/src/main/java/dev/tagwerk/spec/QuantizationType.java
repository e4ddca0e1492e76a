package dev.tagwerk.spec;

/** What an element of a frozen matrix becomes under {@link Method#QLORA}. */
public enum QuantizationType implements Word {
    /** 4-bit NormalFloat, blocks of 64. */
    NF4,
    /** 8 bits, one scale a row. */
    INT8
}
