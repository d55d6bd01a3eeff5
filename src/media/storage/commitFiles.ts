import { Readable } from 'node:stream';
import { isFileMode } from '../../git/format/tree.ts';
import { UnreadableObject } from '../../git/objects/unreadableObject.ts';
import { contentTree, type ReadableRepository } from '../../git/read/readable.ts';
import { findAtPath } from '../../git/read/treeDiff.ts';
import { lazily } from '../../lib/list/lazily.ts';
import { notFound } from '../../model/errors.ts';
import { MAX_MEDIA_FILE_BYTES } from '../../model/media/mediaType.ts';
import { isFileName } from '../../model/text/fileName.ts';
import type { ReadableFiles } from '../mediaFiles.ts';
import { mediaPath } from './gitStorage.ts';

type MediaRepository = Pick<ReadableRepository, 'location' | 'objects'>;

/** The media files of a commit, read from git. */
export function createCommitFiles(repo: MediaRepository, commit: string): ReadableFiles {
  const { objects } = repo;
  const root = lazily(() => contentTree(repo, commit));

  async function findId(name: string): Promise<string | null> {
    const tree = isFileName(name) ? await root() : null;
    const found = tree === null ? null : await findAtPath(objects.readTree, tree, mediaPath(name));
    return found && isFileMode(found.mode) ? found.id : null;
  }

  return {
    async find(name) {
      const id = await findId(name);
      const head = id === null ? undefined : await objects.findHead(id);
      return head ? { size: head.size, version: id! } : null;
    },
    async read(name, range) {
      const id = await findId(name);
      const bytes = id === null ? undefined : await objects.find(id, MAX_MEDIA_FILE_BYTES).catch(refuseLarge);
      if (!bytes) throw notFound('File');
      const { content } = bytes;
      return Readable.from([range ? content.subarray(range.start, range.end + 1) : content], { objectMode: false });
    },
    publicUrl: () => null,
  };
}

function refuseLarge(error: unknown): undefined {
  if (error instanceof UnreadableObject) return undefined;
  throw error;
}
