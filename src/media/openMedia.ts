import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Writer } from '../change/writer.ts';
import type { Problem } from '../model/entry.ts';
import type { MediaConfig } from '../model/mediaConfig.ts';
import type { Store } from '../store/store.ts';
import { type ContentImport, createContentImport } from './contentImport.ts';
import { createFileCheck } from './fileCheck.ts';
import { createMediaLibrary, type MediaLibrary } from './library.ts';
import type { MediaFiles } from './mediaFiles.ts';
import type { OgImages } from './ogImage.ts';
import { createStorage, openFiles } from './openFiles.ts';
import { openUnsettled } from './unsettled.ts';

/** Everything about files and pictures. */
export interface MediaParts {
  readonly library: MediaLibrary;
  readonly importContent: ContentImport;
  readonly files: MediaFiles;
  readonly ogImages: OgImages;
  /** Where uploads wait until they are stored. */
  readonly uploadDir: string;
  problems(): readonly Problem[];
  close(): Promise<void>;
}

interface Options {
  readonly config: MediaConfig;
  readonly contentDir: string;
  readonly privateDir: string;
  readonly store: Store;
  readonly writer: Writer;
  onError(error: unknown): void;
}

/** Joins the parts and puts right what an earlier process has left behind. */
export async function openMedia({
  config,
  contentDir,
  privateDir,
  store,
  writer,
  onError,
}: Options): Promise<MediaParts> {
  const uploadDir = join(privateDir, 'uploads');
  const cacheDir = join(privateDir, 'cache');
  await rm(uploadDir, { recursive: true, force: true });
  const storage = createStorage(config, contentDir);
  const check = createFileCheck({ lookup: store, storage, onError });
  const { pictures, files, ogImages } = openFiles({ storage, check, cacheDir });
  const unsettled = await openUnsettled({
    storage,
    path: join(privateDir, 'state', 'media-unsettled.json'),
    isNamed: (name) => store.find('media', 'byFilename', name).length > 0,
    onError,
  });
  // A bucket is asked when somebody wants the file.
  if (config.storage !== 's3') {
    store.add(check);
    void check.all();
  }
  void unsettled.retry();
  const library = createMediaLibrary({ lookup: store, writer, storage, unsettled, pictures, files });
  return {
    library,
    importContent: createContentImport({ writer, library, uploadDir }),
    files,
    ogImages,
    uploadDir,
    problems: () => [...check.problems(), ...unsettled.problems()],
    async close() {
      unsettled.close();
      await check.idle();
    },
  };
}
