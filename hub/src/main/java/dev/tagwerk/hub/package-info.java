/**
 * Models from the Hugging Face hub, pulled into the hub's own cache, so that whatever reads that
 * cache finds them: the only room that downloads models.
 *
 * <p>In: a repository with a revision, patterns, the environment ({@code HF_HOME}, {@code
 * HF_TOKEN}, ...). Out: a snapshot folder, complete and checked byte by byte, beside it a record of
 * licence, commit and origin; or a {@link dev.tagwerk.hub.HubException} that says what happened,
 * why, and what to do. The server is a stranger: paths, lengths, digests and redirects are checked,
 * and the token leaves for the hub only. Killed at any point, the next pull goes on where this one
 * was.
 *
 * <p>Read first: {@link dev.tagwerk.hub.Pull} (the door), {@code BlobDownload} (how one file comes
 * in), {@code RepositoryFolder} (the cache's layout).
 */
@NullMarked
package dev.tagwerk.hub;

import org.jspecify.annotations.NullMarked;
