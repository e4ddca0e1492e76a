package dev.tagwerk.images;

/**
 * A Python package that is installed in an image.
 *
 * @param name as its metadata says, in PyPI's normal form: lower case, words joined by {@code -}
 * @param version as its metadata says, with a local part such as {@code +cu130}
 * @param metadata the file that says so
 */
public record PythonPackage(String name, String version, String metadata) {}
