package dev.tagwerk.cli;

import java.nio.file.Path;

/**
 * The demo's finished training run.
 *
 * @param id as the engine names it
 * @param folder the run's folder
 * @param seconds wall time of the training
 */
record DemoRun(String id, Path folder, double seconds) {}
