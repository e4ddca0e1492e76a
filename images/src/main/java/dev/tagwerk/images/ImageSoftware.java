package dev.tagwerk.images;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is installed, as far as a training job cares. What is not listed is not there, if {@link
 * ImageFiles#complete()}.
 *
 * @param programs of {@link SoftwareReader#PROGRAMS} those found in the folders of {@code PATH}, by
 *     name
 * @param cHeaders every {@code stdlib.h} of a C library
 * @param pythonHeaders every {@code Python.h}
 * @param startFiles every {@code crt1.o}, without which nothing links
 * @param cudaRuntimes every {@code libcudart.so*}
 * @param cudaToolkits version by folder, as {@code /usr/local/cuda*}{@code /version.json} says
 * @param packages Python packages, by name
 * @param torch PyTorch, if it is there
 * @param system name and version of the distribution; may be empty
 * @param musl whether the C library is musl, on which no CUDA wheel runs
 */
public record ImageSoftware(
        Map<String, ImageFile> programs,
        List<ImageFile> cHeaders,
        List<ImageFile> pythonHeaders,
        List<ImageFile> startFiles,
        List<ImageFile> cudaRuntimes,
        Map<String, String> cudaToolkits,
        List<PythonPackage> packages,
        Optional<Torch> torch,
        String system,
        boolean musl) {
    public ImageSoftware {
        programs = Collections.unmodifiableMap(new LinkedHashMap<>(programs));
        cHeaders = List.copyOf(cHeaders);
        pythonHeaders = List.copyOf(pythonHeaders);
        startFiles = List.copyOf(startFiles);
        cudaRuntimes = List.copyOf(cudaRuntimes);
        cudaToolkits = Collections.unmodifiableMap(new LinkedHashMap<>(cudaToolkits));
        packages = List.copyOf(packages);
    }

    /** A package by PyPI's name; the first where several folders have it. */
    public Optional<PythonPackage> python(String name) {
        String normal = SoftwareReader.normal(name);
        return packages.stream().filter(one -> one.name().equals(normal)).findFirst();
    }

    /** A C compiler, if one is on the {@code PATH}. */
    public Optional<ImageFile> compiler() {
        return List.of("cc", "gcc", "clang").stream()
                .flatMap(name -> Optional.ofNullable(programs.get(name)).stream())
                .findFirst();
    }
}
