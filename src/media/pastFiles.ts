import type { ReadableRepository } from '../git/read/readable.ts';
import type { Media } from '../model/entities/media.ts';
import type { Entry } from '../model/entry.ts';
import type { FileRecord } from '../store/file/fileRecord.ts';
import type { Store } from '../store/store.ts';
import { type FileFacts, leftOutIn, type ReadFacts } from './fileFacts.ts';
import { createMediaFiles, type MediaFiles, type ReadableFiles } from './mediaFiles.ts';
import type { Variants } from './picture/variants.ts';
import { createCommitFiles } from './storage/commitFiles.ts';
import type { MediaStorage } from './storage/storage.ts';

/** A version of the content whose media items are to be shown. */
interface PastContent {
  readonly commit: string;
  readonly store: Pick<Store, 'all' | 'fileAt' | 'fillMissing'>;
}

/** Media items of other versions of the content. */
export interface PastFiles {
  /** Their files: where files lie in git those of the commit, else those that are there now. */
  filesAt(commit: string): MediaFiles;
  /** Serves the items with what their files say where their records leave it out, as is done for what is live. */
  complete(content: PastContent): Promise<void>;
}

interface Parts {
  readonly repo: Pick<ReadableRepository, 'location' | 'objects' | 'head'>;
  readonly live: Pick<Store, 'byKey' | 'fileAt'>;
  readonly storage: MediaStorage;
  readonly variants: Variants;
  /** Of these files. */
  readFacts(files: ReadableFiles): ReadFacts;
}

/** Problems are reported for live files only. */
const UNCHECKED = { note: () => undefined, noteBroken: () => undefined };

export function createPastFiles({ repo, live, storage, variants, readFacts }: Parts): PastFiles {
  const storageAt = (commit: string): ReadableFiles => (storage.isInGit ? createCommitFiles(repo, commit) : storage);

  /** What is known of the live item, where record and file are the same. */
  async function findKnown(entry: Entry<Media>, record: FileRecord, [past, present]: readonly ReadableFiles[]) {
    if (live.fileAt(entry.path) !== record) return undefined;
    const name = entry.data.filename;
    const [was, is] = [await past!.find(name), await present!.find(name)];
    return was?.version === is?.version ? live.byKey('media', entry.key)?.data : undefined;
  }

  async function factsOf(entry: Entry<Media>, record: FileRecord, files: readonly ReadableFiles[]): Promise<FileFacts> {
    // Its kind says what its data is.
    const said = record.data as Media;
    const known = await findKnown(entry, record, files);
    const wanted = leftOutIn(said);
    if (known && wanted.every((key) => known[key] !== undefined))
      return Object.fromEntries(wanted.map((key) => [key, known[key]]));
    return (await readFacts(files[0]!)(said)).facts;
  }

  return {
    filesAt: (commit) => createMediaFiles({ storage: storageAt(commit), variants, check: UNCHECKED }),
    async complete({ commit, store }) {
      // A bucket is asked when somebody wants the file.
      if (!storage.list) return;
      const head = await repo.head();
      const files = [storageAt(commit), head === null ? storage : storageAt(head)];
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
