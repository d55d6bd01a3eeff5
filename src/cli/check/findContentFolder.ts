import { realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readServerConfig } from '../../config.ts';
import type { MediaConfig } from '../../model/media/mediaConfig.ts';

/** The content folder that the environment names, and what a server keeps for it. */
export interface FoundContent {
  readonly root: string;
  readonly cacheFile: string;
  readonly media: MediaConfig;
}

/**
 * Finds the content for commands that only read its files.
 *
 * @throws Error in words for the user if the folder does not exist
 */
export function findContentFolder(): FoundContent {
  const { contentDir, privateDir, media } = readServerConfig(process.env, process.cwd());
  if (!statSync(contentDir, { throwIfNoEntry: false })?.isDirectory())
    throw new Error(`There is no content folder at ${contentDir} (CONTENT_DIR)`);
  return { root: realpathSync(contentDir), cacheFile: join(privateDir, 'state', 'parse-cache.bin'), media };
}
