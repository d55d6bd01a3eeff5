import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { openFiles } from '../media/openFiles.ts';
import { preparePrivateFolder } from '../store/privateFolder.ts';
import { type ReadSite, readSite } from './readSite.ts';
import type { SeenContent } from './seeContent.ts';
import { listStaticFiles, type StaticFile } from './staticFiles.ts';
import { type TrackedContent, trackContent } from './trackContent.ts';
import { createVersions, type VersionOf } from './versions.ts';

/** A content folder as the files that its static site is to have. */
export interface StaticSite extends Pick<ReadSite, 'commit' | 'at' | 'uncommitted' | 'save'> {
  /** How many of its files have a problem of their own; references are not looked at. */
  readonly problems: number;
  /** Names all that shapes the files besides the content. */
  readonly recipe: string;
  readonly files: readonly StaticFile[];
  readonly record: TrackedContent['record'];
  readonly versionOf: VersionOf;
}

interface Options {
  readonly config: Config;
  /** Its content folder, at which somebody has begun to look. */
  readonly seen: SeenContent;
  /** Of Quire: another one may write other bytes. */
  readonly version: string;
  /** Unless given, the time of the commit. */
  readonly at?: Date | undefined;
  /** Leaves out the pictures that Quire makes itself. */
  readonly withoutImages?: boolean;
}

/** Reads a content folder for an export, beside a server that may run on it. Nothing is written to its repository. */
export async function openStaticSite(options: Options): Promise<StaticSite> {
  const { config, seen, version, at, withoutImages = false } = options;
  const privateDir = await preparePrivateFolder(config.privateDir);
  const { content, storage, store, fileVersions, ...read } = await readSite({ config, seen, privateDir, at });
  const { files, ogImages } = openFiles({ storage, check: UNCHECKED, cacheDir: join(privateDir, 'cache') });
  const tracked = trackContent(content, files);
  const { siteUrl, cache, media } = config;
  return {
    ...read,
    problems: store.problems().length,
    recipe: digest({ version, withoutImages, siteUrl, cache, storage: media.storage }),
    files: listStaticFiles({ tracked, ogImages, config, withoutImages }),
    record: tracked.record,
    versionOf: createVersions({
      ...{ content, fileAt: store.fileAt },
      fileVersion: (name) => fileVersions.get(name) ?? '-',
    }),
  };
}

/** Problems of media files are told by a server. */
const UNCHECKED = { note: () => undefined, noteBroken: () => undefined };

const digest = (parts: object): string => createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);
