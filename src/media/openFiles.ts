import { join } from 'node:path';
import type { MediaConfig } from '../model/mediaConfig.ts';
import type { FileCheck } from './fileCheck.ts';
import { createGitStorage } from './gitStorage.ts';
import { createImageCache } from './imageCache.ts';
import { createLocalStorage } from './localStorage.ts';
import { createMediaFiles, type MediaFiles } from './mediaFiles.ts';
import { createOgImages, type OgImages } from './ogImage.ts';
import { createPictures, type Pictures } from './pictures.ts';
import { createS3Storage } from './s3Storage.ts';
import type { MediaStorage } from './storage.ts';
import { createVariants } from './variants.ts';

/** What it takes to read media files and to draw pictures. */
export interface FileParts {
  readonly pictures: Pictures;
  readonly files: MediaFiles;
  readonly ogImages: OgImages;
}

interface Options {
  readonly storage: MediaStorage;
  readonly check: Pick<FileCheck, 'note' | 'noteBroken'>;
  readonly cacheDir: string;
}

/** Of pictures that were made, of each kind; the rest can be made again. */
const CACHE_BYTES = 512 * 2 ** 20;

export function openFiles({ storage, check, cacheDir }: Options): FileParts {
  const pictures = createPictures(cacheDir);
  const openCache = (name: string) => createImageCache({ dir: join(cacheDir, name), maxBytes: CACHE_BYTES });
  const variants = createVariants(openCache('media'), pictures);
  return {
    pictures,
    files: createMediaFiles({ storage, variants, check }),
    ogImages: createOgImages(openCache('og'), pictures),
  };
}

/** Where the files lie that a configuration speaks of. */
export function createStorage(config: MediaConfig, contentDir: string): MediaStorage {
  if (config.storage === 's3') return createS3Storage(config.s3);
  return config.storage === 'local' ? createLocalStorage(config.dir) : createGitStorage(contentDir);
}
