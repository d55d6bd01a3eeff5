import { Readable } from 'node:stream';
import { isFileMode } from '../git/format/tree.ts';
import { UnreadableObject } from '../git/objects/unreadableObject.ts';
import { contentTree, type ObjectReader, type ReadableRepository } from '../git/read/readable.ts';
import { findAtPath } from '../git/read/treeDiff.ts';
import { createLruCache } from '../lib/list/createLruCache.ts';
import { createTaskQueue } from '../lib/turn/createTaskQueue.ts';
import type { Media } from '../model/entities/media.ts';
import type { Entry } from '../model/entry.ts';
import { notFound } from '../model/errors.ts';
import { MAX_MEDIA_FILE_BYTES } from '../model/media/mediaType.ts';
import { isFileName } from '../model/text/fileName.ts';
import type { GitSite, Site } from '../site/site.ts';
import type { FileRecord } from '../store/file/fileRecord.ts';
import type { Store } from '../store/store.ts';
import { type FileFacts, hashStream, leftOutIn, type ReadFacts } from './fileFacts.ts';
import { createMediaFiles, type MediaFiles, type ReadableFiles } from './mediaFiles.ts';
import type { Variants } from './picture/variants.ts';
import { mediaPath } from './storage/gitStorage.ts';
import type { MediaStorage, StoredFile } from './storage/storage.ts';

/** Media items of other versions of the site. */
export interface PastFiles {
  /** The files of a version: if files are in git, those of its commit, otherwise the present ones. */
  filesOf(site: Pick<Site, 'commit' | 'store' | 'edits'>): MediaFiles;
  /** Adds the facts that records leave out, as for the live content. */
  complete(site: Pick<GitSite, 'commit' | 'store' | 'edits'>): Promise<void>;
}

interface Parts {
  readonly repo: Pick<ReadableRepository, 'location' | 'objects' | 'head'>;
  readonly live: Pick<Store, 'byKey' | 'fileAt'>;
  readonly storage: MediaStorage;
  readonly variants: Variants;
  /** Makes the reader of facts for these files. */
  readFacts(files: ReadableFiles): ReadFacts;
}

/** How many files of versions are remembered with their hashes. */
const MAX_HASHES = 5000;

/** Problems are reported for live files only. */
const UNCHECKED = { note: () => undefined, noteBroken: () => undefined };

export function createPastFiles({ repo, live, storage, variants, readFacts }: Parts): PastFiles {
  const storageOf = (version: Pick<Site, 'commit' | 'edits'>): ReadableFiles =>
    storage.isInGit ? createCommitFiles(repo, version) : storage;

  /** One after the other: a file from git is in memory as a whole while it is hashed. */
  const inTurn = createTaskQueue();
  /** Each file is read once. */
  const hashes = createLruCache<Promise<string>>(MAX_HASHES);
  const hashesOf =
    (files: ReadableFiles) =>
    (filename: string, { version }: StoredFile): Promise<string> => {
      const name = `${filename} ${version}`;
      const known = hashes.get(name);
      if (known) return known;
      const made = inTurn(async () => hashStream(await files.read(filename)));
      hashes.set(name, made);
      made.catch(() => hashes.delete(name));
      return made;
    };

  /** The live item, if its record and file are the same. */
  async function findKnown(entry: Entry<Media>, record: FileRecord, [past, present]: readonly ReadableFiles[]) {
    if (live.fileAt(entry.path) !== record) return undefined;
    const name = entry.data.filename;
    const [was, is] = [await past!.find(name), await present!.find(name)];
    return was?.version === is?.version ? live.byKey('media', entry.key)?.data : undefined;
  }

  async function factsOf(entry: Entry<Media>, record: FileRecord, files: readonly ReadableFiles[]): Promise<FileFacts> {
    // A record at a media item's path is a media record.
    const said = record.data as Media;
    const known = await findKnown(entry, record, files);
    const wanted = leftOutIn(said);
    if (known && wanted.every((key) => known[key] !== undefined))
      return Object.fromEntries(wanted.map((key) => [key, known[key]]));
    return (await readFacts(files[0]!)(said)).facts;
  }

  return {
    filesOf(site) {
      const files = storageOf(site);
      return createMediaFiles({ storage: files, variants, check: UNCHECKED, hashOf: hashesOf(files) });
    },
    async complete(site) {
      const { store } = site;
      // Files in a bucket are only read when somebody asks for them.
      if (!storage.list) return;
      const head = await repo.head();
      const files = [storageOf(site), head === null ? storage : storageOf({ commit: head })];
      const filled = new Map<FileRecord, FileFacts>();
      for (const entry of store.all('media')) {
        const record = store.fileAt(entry.path);
        if (!record || leftOutIn(record.data as Media).length === 0) continue;
        const facts = await factsOf(entry, record, files);
        if (Object.keys(facts).length > 0) filled.set(record, facts);
      }
      if (filled.size > 0) store.fillMissing(filled);
    },
  };
}

/** The media files of a version of the site, read from git at the commit that it is at, or as it differs from that. */
function createCommitFiles(repo: ObjectReader, version: Pick<Site, 'commit' | 'edits'>): ReadableFiles {
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
