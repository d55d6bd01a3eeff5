import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Writer } from '../change/write/writer.ts';
import type { ReadableRepository } from '../git/read/readable.ts';
import type { Problem } from '../model/entry.ts';
import type { MediaConfig } from '../model/media/mediaConfig.ts';
import type { Store } from '../store/store.ts';
import { type ContentImport, createContentImport } from './contentImport.ts';
import { createFileCheck } from './fileCheck.ts';
import { createReadFacts, type ReadFacts } from './fileFacts.ts';
import { createFactsFiller } from './fillFacts.ts';
import { createMediaLibrary, type MediaLibrary } from './library.ts';
import type { MediaFiles, ReadableFiles } from './mediaFiles.ts';
import { createStorage, openFiles } from './openFiles.ts';
import { createPastFiles, type PastFiles } from './pastFiles.ts';
import type { OgImages } from './picture/ogImage.ts';
import type { MediaStorage, StoredFiles } from './storage/storage.ts';
import { openUnsettled, type Unsettled } from './unsettled.ts';

/** Everything about files and pictures. */
export interface MediaParts extends PastFiles {
  readonly library: MediaLibrary;
  readonly importContent: ContentImport;
  /** The same for another version of the site: no file goes that what is live may have. */
  inVersion(version: Pick<Options, 'store' | 'writer'>): Pick<MediaParts, 'library' | 'importContent'>;
  readonly files: MediaFiles;
  readonly ogImages: OgImages;
  /** Where uploads wait until they are stored. */
  readonly uploadDir: string;
  problems(): readonly Problem[];
  /** All files, the same object while they are the same; null where listing them takes long. */
  list(): Promise<StoredFiles | null>;
  readonly isInGit: boolean;
  /** Whether there is a file of this name. */
  has(filename: string): Promise<boolean>;
  /** Begins to find out what records leave out of their files. */
  start(): void;
  close(): Promise<void>;
}

interface Options {
  readonly config: MediaConfig;
  readonly repo: Pick<ReadableRepository, 'root' | 'location' | 'objects' | 'head'>;
  readonly privateDir: string;
  readonly store: Store;
  readonly writer: Writer;
  onError(error: unknown): void;
}

/** Joins the parts and puts right what an earlier process has left behind. */
export async function openMedia({ config, repo, privateDir, store, writer, onError }: Options): Promise<MediaParts> {
  const uploadDir = join(privateDir, 'uploads');
  const cacheDir = join(privateDir, 'cache');
  await rm(uploadDir, { recursive: true, force: true });
  const storage = createStorage(config, repo.root);
  const check = createFileCheck({ lookup: store, storage });
  const { pictures, variants, files, ogImages } = openFiles({ storage, check, cacheDir });
  const unsettled = await openUnsettled({
    storage,
    path: join(privateDir, 'state', 'media-unsettled.json'),
    isNamed: (name) => store.find('media', 'byFilename', name).length > 0,
    onError,
  });
  const readFacts = (from: ReadableFiles): ReadFacts =>
    createReadFacts({ storage: from, pictures, cacheDir: join(cacheDir, 'facts') });
  const filler = createFactsFiller({
    store,
    readFacts: readFacts(storage),
    inTurn: writer.inTurn,
    noteBroken: check.noteBroken,
    onError,
  });
  // A bucket is asked when somebody wants the file.
  if (storage.list) store.add(filler);
  void unsettled.retry();
  const library = createMediaLibrary({ lookup: store, writer, storage, unsettled, pictures, files });
  /** Whatever becomes of a version, what is live keeps its files. */
  const keepsAll: Unsettled = { ...unsettled, begin: async () => undefined, end: async () => undefined };

  function inVersion({ store: lookup, writer: versionWriter }: Pick<Options, 'store' | 'writer'>) {
    const kept: MediaStorage = storage.isInGit ? storage : { ...storage, planRemoval: async () => [] };
    const options = { lookup, writer: versionWriter, storage: kept, unsettled: keepsAll, pictures, files };
    const ofVersion = createMediaLibrary(options);
    return {
      library: ofVersion,
      importContent: createContentImport({ writer: versionWriter, library: ofVersion, uploadDir }),
    };
  }

  return {
    ...createPastFiles({ repo, live: store, storage, variants, readFacts }),
    library,
    inVersion,
    importContent: createContentImport({ writer, library, uploadDir }),
    files,
    ogImages,
    uploadDir,
    problems: () => [...check.problems(), ...unsettled.problems()],
    async list() {
      const files = await storage.list?.();
      if (files) filler.seeFiles(files);
      return files ?? null;
    },
    isInGit: storage.isInGit,
    has: async (filename) => (await storage.find(filename)) !== null,
    start: () => {
      if (storage.list) filler.start();
    },
    async close() {
      unsettled.close();
      filler.close();
      await filler.idle();
    },
  };
}
