package dev.tagwerk.images;

/**
 * PyTorch as an image has it.
 *
 * @param version such as {@code 2.9.1+cu130}
 * @param cuda the CUDA that it was built for, such as {@code 13.0}; empty when it has none
 * @param hip the ROCm that it was built for; mostly empty
 * @param path where it is
 */
public record Torch(String version, String cuda, String hip, String path) {}
