package dev.tagwerk.formats;

import java.util.Optional;

/**
 * GPUs asked for.
 *
 * @param count how many; empty where the file does not say
 * @param model as written, such as {@code T4} or {@code nvidia.com/gpu}'s product label; may be
 *     empty
 */
public record Gpus(Optional<Integer> count, Optional<String> model, Node node) {}
