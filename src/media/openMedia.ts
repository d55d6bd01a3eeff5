import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Writer } from '../change/writer.ts';
import type { Problem } from '../model/entry.ts';
import type { MediaConfig } from '../model/mediaConfig.ts';
import type { Store } from '../store/store.ts';
import { type ContentImport, createContentImport } from './contentImport.ts';
import { createFileCheck } from './fileCheck.ts';
import { createGitStorage } from './gitStorage.ts';
import { createImageCache } from './imageCache.ts';
import { createMediaLibrary, type MediaLibrary } from './library.ts';
import { createLocalStorage } from './localStorage.ts';
import { createMediaFiles, type MediaFiles } from './mediaFiles.ts';
import { createOgImages, type OgImages } from './ogImage.ts';
import { createPictures } from './pictures.ts';
import { createS3Storage } from './s3Storage.ts';
import type { MediaStorage } from './storage.ts';
import { openUnsettled } from './unsettled.ts';
import { createVariants } from './variants.ts';

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

/** Of pictures that were made, of each kind; the rest can be made again. */
const CACHE_BYTES = 512 * 2 ** 20;

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
  const pictures = createPictures(cacheDir);
  const openCache = (name: string) => createImageCache({ dir: join(cacheDir, name), maxBytes: CACHE_BYTES });
  const check = createFileCheck({ lookup: store, storage, onError });
  const unsettled = await openUnsettled({
    storage,
    path: join(privateDir, 'state', 'media-unsettled.json'),
    isNamed: (name) => store.find('media', 'byFilename', name).length > 0,
    onError,
  });
  const variants = createVariants(openCache('media'), pictures);
  const files = createMediaFiles({ storage, variants, check });
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
    ogImages: createOgImages(openCache('og'), pictures),
    uploadDir,
    problems: () => [...check.problems(), ...unsettled.problems()],
    async close() {
      unsettled.close();
      await check.idle();
    },
  };
}

function createStorage(config: MediaConfig, contentDir: string): MediaStorage {
  if (config.storage === 's3') return createS3Storage(config.s3);
  return config.storage === 'local' ? createLocalStorage(config.dir) : createGitStorage(contentDir);
}
