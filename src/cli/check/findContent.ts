import { realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../../config.ts';
import type { MediaConfig } from '../../model/media/mediaConfig.ts';

/** Where the content is that the environment names, and what a server keeps of it. */
export interface FoundContent {
  readonly root: string;
  readonly cacheFile: string;
  readonly media: MediaConfig;
}

/** For commands that read the files alone. Throws where there is no such folder. */
export function findContent(): FoundContent {
  const { contentDir, privateDir, media } = readConfig(process.env, process.cwd());
  if (!statSync(contentDir, { throwIfNoEntry: false })?.isDirectory())
    throw new Error(`There is no content folder at ${contentDir} (CONTENT_DIR)`);
  return { root: realpathSync(contentDir), cacheFile: join(privateDir, 'state', 'parse-cache.bin'), media };
}
