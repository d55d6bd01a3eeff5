import type { FileEdit } from '../../git/publish/request.ts';
import type { Media } from '../../model/entities/media.ts';
import { conflict } from '../../model/errors.ts';
import { because } from '../../model/reason.ts';
import type { CommitContent, MediaFileDiff } from '../../site/version/past.ts';
import { MEDIA_FILES } from '../../store/home.ts';

interface RevertFileSource {
  /** A blob's bytes; undefined if it cannot be read. */
  findBlob(id: string): Promise<Uint8Array | undefined>;
  /** Whether the storage has a file of a media item. */
  hasFile(filename: string): Promise<boolean>;
}

/**
 * The edits that restore the files of media items to their state before a commit.
 *
 * @throws CmsError CONFLICT for a file that has been changed since, or that git does not have
 */
export async function revertFiles(content: CommitContent, files: RevertFileSource): Promise<readonly FileEdit[]> {
  const edits: FileEdit[] = [];
  for (const diff of content.mediaFiles) {
    if (diff.now === diff.before) continue;
    if (diff.now !== diff.after)
      throw conflict(because('overtaken', `${diff.path} has been changed since`, { path: diff.path }), [diff.path]);
    edits.push({ path: diff.path, before: diff.now, bytes: await bytesBefore(diff, files) });
  }
  const brought = new Set(edits.map(({ path }) => path));
  for (const name of filesBefore(content)) {
    if (brought.has(`${MEDIA_FILES}/${name}`) || (await files.hasFile(name))) continue;
    throw conflict(because('fileGone', `The file "${name}" is gone, and git does not have it`, { path: name }), [name]);
  }
  return edits;
}

async function bytesBefore(
  { path, before }: MediaFileDiff,
  { findBlob }: RevertFileSource,
): Promise<Uint8Array | null> {
  if (before === null) return null;
  const bytes = await findBlob(before);
  if (!bytes) throw conflict(because('unreadableVersion', `The earlier version of ${path} cannot be read`, {}), [path]);
  return bytes;
}

/** The earlier files of media items that the commit removed or gave another file. */
const filesBefore = ({ records }: CommitContent): readonly string[] =>
  records.flatMap(({ before, after }) => {
    if (before?.kind !== 'media') return [];
    // The records are media items.
    const [name, next] = [before, after].map((past) => (past?.data as Media | undefined)?.filename);
    return name === undefined || name === next ? [] : [name];
  });
