import { join } from 'node:path';
import type { MediaConfig } from '../model/media/mediaConfig.ts';
import type { FileCheck } from './fileCheck.ts';
import { createMediaFiles, type MediaFiles } from './mediaFiles.ts';
import { createDrawnPictures, type DrawnPictures } from './picture/drawnPictures.ts';
import { createImageCache } from './picture/imageCache.ts';
import { createPictures, type Pictures } from './picture/pictures.ts';
import { createVariants, type Variants } from './picture/variants.ts';
import { createGitStorage } from './storage/gitStorage.ts';
import { createLocalStorage } from './storage/localStorage.ts';
import { createS3Storage } from './storage/s3Storage.ts';
import type { MediaStorage } from './storage/storage.ts';

/** The parts that read media files and draw pictures. */
export interface FileParts {
  readonly pictures: Pictures;
  readonly variants: Variants;
  readonly files: MediaFiles;
  readonly drawn: DrawnPictures;
}

interface Options {
  readonly storage: MediaStorage;
  readonly check: Pick<FileCheck, 'note' | 'noteBroken'>;
  readonly cacheDir: string;
}

/** The size of each cache of generated pictures; others can be made again. */
const CACHE_BYTES = 512 * 2 ** 20;

export function openFiles({ storage, check, cacheDir }: Options): FileParts {
  const pictures = createPictures(cacheDir);
  const openCache = (name: string) => createImageCache({ dir: join(cacheDir, name), maxBytes: CACHE_BYTES });
  const variants = createVariants(openCache('media'), pictures);
  return {
    pictures,
    variants,
    files: createMediaFiles({ storage, variants, check }),
    drawn: createDrawnPictures(openCache, pictures),
  };
}

/** The storage that a configuration names. */
export function createStorage(config: MediaConfig, contentDir: string): MediaStorage {
  if (config.storage === 's3') return createS3Storage(config.s3);
  return config.storage === 'local' ? createLocalStorage(config.dir) : createGitStorage(contentDir);
}
