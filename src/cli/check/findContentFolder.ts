import { realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readServerConfig } from '../../config.ts';
import { createLoadedCode } from '../../extend/judge/openJudge.ts';
import { loadSiteCode } from '../../extend/load/loadSiteCode.ts';
import type { LoadedExtension } from '../../extend/loaded.ts';
import type { SiteCode } from '../../model/entry.ts';
import type { MediaConfig } from '../../model/media/mediaConfig.ts';

/** The content folder that the environment names, and what a server keeps for it. */
export interface FoundContent {
  readonly root: string;
  readonly cacheFile: string;
  readonly media: MediaConfig;
  /** The site's own code. */
  readonly extensions: readonly LoadedExtension[];
  /** What its records are judged and shown by. */
  readonly code: SiteCode;
}

/**
 * Finds the content for commands that only read its files.
 *
 * @throws Error in words for the user if the folder does not exist, or the site's own code cannot be used
 */
export async function findContentFolder(): Promise<FoundContent> {
  const config = readServerConfig(process.env, process.cwd());
  const { contentDir, privateDir, media } = config;
  if (!statSync(contentDir, { throwIfNoEntry: false })?.isDirectory())
    throw new Error(`There is no content folder at ${contentDir} (CONTENT_DIR)`);
  const loaded = await loadSiteCode(config, process.env);
  const { extensions } = loaded;
  if (extensions.length > 0) await requireServableEndpoints(extensions);
  const cacheFile = join(privateDir, 'state', 'parse-cache.bin');
  const code = createLoadedCode(loaded);
  return { root: realpathSync(contentDir), cacheFile, media, extensions, code };
}

/** Refuses what a server would refuse at its start; a site without code of its own does not load what that takes. */
async function requireServableEndpoints(extensions: readonly LoadedExtension[]): Promise<void> {
  const { requireSoundEndpoints } = await import('../../extend/endpoints/extensionEndpoints.ts');
  requireSoundEndpoints(extensions);
}
