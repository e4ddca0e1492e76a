/**
 * What is in a container image, told without Docker: the program that it starts, its layers, and
 * the files that decide whether a training job gets going in it.
 *
 * <p>In: an OCI layout (folder or tar), an archive of {@code docker save}, or a reference into a
 * registry. Out: an {@link dev.tagwerk.images.ImageReport}, facts only; what they mean for a job is
 * for others to say. What is read comes from strangers: every count, length, path and digest is
 * bounded or checked, of an image nothing is written to disk but an archive that is compressed as a
 * whole, while it is looked into; and what is wrong ends in an {@link
 * dev.tagwerk.images.ImageException} that names place, reason and remedy. Beside it {@link
 * dev.tagwerk.images.ImageBuild} makes an image of our own and looks into that.
 *
 * <p>Read first: {@link dev.tagwerk.images.ImageInspection} (the door), {@code LayerScan} (one
 * layer, once), {@link dev.tagwerk.images.ImageFiles} (all layers, merged).
 */
@NullMarked
package dev.tagwerk.images;

import org.jspecify.annotations.NullMarked;
