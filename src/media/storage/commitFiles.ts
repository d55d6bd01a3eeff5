import { Readable } from 'node:stream';
import { isFileMode } from '../../git/format/tree.ts';
import { UnreadableObject } from '../../git/objects/unreadableObject.ts';
import { contentTree, type ObjectReader } from '../../git/read/readable.ts';
import { findAtPath } from '../../git/read/treeDiff.ts';
import { notFound } from '../../model/errors.ts';
import { MAX_MEDIA_FILE_BYTES } from '../../model/media/mediaType.ts';
import { isFileName } from '../../model/text/fileName.ts';
import type { Site } from '../../site/site.ts';
import type { ReadableFiles } from '../mediaFiles.ts';
import { mediaPath } from './gitStorage.ts';

/** The media files of a version of the site, read from git at the commit that it is at, or as it differs from that. */
export function createCommitFiles(repo: ObjectReader, version: Pick<Site, 'commit' | 'edits'>): ReadableFiles {
  const { objects } = repo;
  let known: { readonly commit: string | null; readonly tree: Promise<string | null> } | undefined;

  function root(): Promise<string | null> {
    const { commit } = version;
    if (known?.commit !== commit)
      known = { commit, tree: commit === null ? Promise.resolve(null) : contentTree(repo, commit) };
    return known.tree;
  }

  async function findId(name: string): Promise<string | null> {
    const edited = version.edits?.get(`${repo.location.prefix}${mediaPath(name)}`);
    const found = edited === undefined ? await findCommitted(name) : edited;
    return found && isFileMode(found.mode) ? found.id : null;
  }

  async function findCommitted(name: string) {
    const tree = isFileName(name) ? await root() : null;
    return tree === null ? null : findAtPath(objects.readTree, tree, mediaPath(name));
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
