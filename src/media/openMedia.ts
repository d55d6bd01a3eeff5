import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReadableRepository } from '../git/read/readable.ts';
import type { Problem } from '../model/entry.ts';
import type { MediaConfig } from '../model/media/mediaConfig.ts';
import type { Site } from '../site/site.ts';
import type { RecordWriter } from '../write/action.ts';
import { type ChangeFiles, openChangeFiles } from './changeFiles.ts';
import { type ContentImport, createContentImport } from './contentImport.ts';
import { createFileCheck } from './fileCheck.ts';
import { createReadFacts, type ReadFacts } from './fileFacts.ts';
import { createFactsFiller } from './fillFacts.ts';
import { createMediaLibrary, type MediaLibrary } from './library.ts';
import type { MediaFiles, ReadableFiles } from './mediaFiles.ts';
import { createStorage, openFiles } from './openFiles.ts';
import { createPastFiles, type PastFiles } from './pastFiles.ts';
import type { DrawnPictures } from './picture/drawnPictures.ts';
import { createPortraits, type Portraits } from './picture/portraits.ts';
import type { MediaStorage, StoredFiles } from './storage/storage.ts';
import { openUnsettled, type UnsettledFiles } from './unsettledFiles.ts';

/** All parts that deal with files and pictures. */
export interface MediaParts extends PastFiles {
  /** What writes media to a version of the site. In others than the live one, it removes no file that this may use. */
  writingTo(site: Pick<Site<RecordWriter>, 'store' | 'write'>): MediaWriting;
  /** The files that are live. */
  readonly files: MediaFiles;
  readonly drawn: DrawnPictures;
  /** Where uploads wait until they are stored. */
  readonly uploadDir: string;
  problems(): readonly Problem[];
  /** All files, the same object until they change; null if listing them would take long. */
  list(): Promise<StoredFiles | null>;
  readonly isInGit: boolean;
  /** Whether there is a file of this name. */
  has(filename: string): Promise<boolean>;
  readonly planRemoval: MediaStorage['planRemoval'];
  /** The pictures of people, which are not media. */
  readonly portraits: Portraits;
  /** Removes files of changes that nothing names any more. */
  collect(): Promise<void>;
  /** Begins to read the facts that records leave out. */
  start(): void;
  close(): Promise<void>;
}

/** What writes media to one version of the site. */
export interface MediaWriting {
  readonly library: MediaLibrary;
  readonly importContent: ContentImport;
}

interface Options {
  readonly config: MediaConfig;
  readonly repo: Pick<ReadableRepository, 'root' | 'location' | 'objects' | 'head'>;
  readonly privateDir: string;
  readonly live: Site<RecordWriter>;
  /** Which of these files changes name: see `findMentions`. */
  mentionsInChanges(names: readonly string[]): Promise<ReadonlySet<string> | null>;
  onError(error: unknown): void;
}

/** Builds the parts and cleans up what an earlier process has left behind. */
export async function openMedia(options: Options): Promise<MediaParts> {
  const { config, repo, privateDir, live, onError } = options;
  const { store, write: writer } = live;
  const uploadDir = join(privateDir, 'uploads');
  const cacheDir = join(privateDir, 'cache');
  await rm(uploadDir, { recursive: true, force: true });
  const storage = createStorage(config, repo.root);
  const check = createFileCheck({ lookup: store, storage });
  const { pictures, variants, files, drawn } = openFiles({ storage, check, cacheDir });
  const isNamed = (name: string): boolean => store.find('media', 'byFilename', name).length > 0;
  const stateFile = (name: string): string => join(privateDir, 'state', `${name}.json`);
  const unsettled = await openUnsettled({
    ...{ storage, path: stateFile('media-unsettled'), onError },
    isNamed: (name) => isNamed(name) || changeFiles.holds(name),
  });
  const changeFiles: ChangeFiles = await openChangeFiles({
    ...{ path: stateFile('media-of-changes'), unsettled, isNamed, onError },
    findNamed: options.mentionsInChanges,
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
  // Files in a bucket are only read when somebody asks for them.
  if (storage.list) store.add(filler);
  void unsettled.retry();
  const ofLive = { storage, unsettled };
  /** Whatever happens to another version, the live content keeps its files. */
  const ofOthers: { readonly storage: MediaStorage; readonly unsettled: UnsettledFiles } = {
    storage: storage.isInGit ? storage : { ...storage, planRemoval: async () => [] },
    unsettled: { ...unsettled, ...changeFiles },
  };
  const past = createPastFiles({ repo, live: store, storage, variants, readFacts });

  return {
    ...past,
    filesOf: (site) => (site.store === store ? files : past.filesOf(site)),
    writingTo(site) {
      const common = { lookup: site.store, writer: site.write, pictures, files };
      const library = createMediaLibrary({ ...common, ...(site.store === store ? ofLive : ofOthers) });
      return { library, importContent: createContentImport({ writer: site.write, library, uploadDir }) };
    },
    files,
    drawn,
    uploadDir,
    problems: () => [...check.problems(), ...unsettled.problems()],
    async list() {
      const files = await storage.list?.();
      if (files) filler.seeFiles(files);
      return files ?? null;
    },
    isInGit: storage.isInGit,
    has: async (filename) => (await storage.find(filename)) !== null,
    planRemoval: storage.planRemoval,
    portraits: createPortraits({ privateDir, pictures }),
    collect: changeFiles.collect,
    start: () => {
      void changeFiles.collect();
      if (storage.list) filler.start();
    },
    async close() {
      unsettled.close();
      filler.close();
      await filler.idle();
    },
  };
}
