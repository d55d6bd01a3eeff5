import { unavailable } from '../../model/errors.ts';
import type { ImageCache } from './imageCache.ts';
import { type Pictures, PictureTimeout, type Sharp } from './pictures.ts';

/** Pictures that are drawn from words, once each. */
export interface DrawnPictures {
  /**
   * The picture of this name in a folder of the cache, drawn if it is not there. Its name says everything it is drawn from.
   *
   * @throws CmsError SERVICE_UNAVAILABLE if the machine is too busy
   */
  get(folder: string, name: string, draw: (sharp: Sharp) => Promise<Buffer>): Promise<Buffer>;
}

const RETRY_AFTER_SECONDS = 5;

export function createDrawnPictures(openCache: (folder: string) => ImageCache, pictures: Pictures): DrawnPictures {
  const caches = new Map<string, ImageCache>();
  return {
    get(folder, name, draw) {
      const cache = caches.get(folder) ?? openCache(folder);
      caches.set(folder, cache);
      return cache.get(name, () => pictures.run(draw).catch(explainBusy));
    },
  };
}

/** Drawing a few words only takes long if the machine is busy. */
function explainBusy(error: unknown): never {
  throw error instanceof PictureTimeout
    ? unavailable('Drawing the picture takes too long now: try again', RETRY_AFTER_SECONDS)
    : error;
}
