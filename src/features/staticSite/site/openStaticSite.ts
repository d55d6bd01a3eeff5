import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { ServerConfig } from '../../../config.ts';
import { publicExtensionEndpoints, requireSoundEndpoints } from '../../../extend/endpoints/extensionEndpoints.ts';
import type { OutsideParts } from '../../../extend/endpoints/outside.ts';
import { createLoadedCode } from '../../../extend/judge/openJudge.ts';
import type { LoadedCode } from '../../../extend/load/loadSiteCode.ts';
import { type ExtensionIdentity, identifyExtension, type LoadedExtension } from '../../../extend/loaded.ts';
import type { ContentAreas } from '../../../http/content/plainEndpoints.ts';
import type { Endpoint } from '../../../http/endpoint.ts';
import { openFiles } from '../../../media/openFiles.ts';
import { preparePrivateFolder } from '../../../store/privateFolder.ts';
import { type ReadSite, readSite } from './readSite.ts';
import type { SeenContent } from './seeContent.ts';
import { listStaticFiles, type StaticFile } from './staticFiles.ts';
import { type TrackedContent, trackContent } from './trackContent.ts';
import { createVersions, type VersionOf } from './versions.ts';

/** The static site of a content folder, as files to make. */
export interface StaticSite extends Pick<ReadSite, 'commit' | 'at' | 'uncommitted' | 'save'> {
  /** How many content files have problems of their own; references are not checked. */
  readonly problems: number;
  /** A digest of everything besides the content that affects the files. */
  readonly recipe: string;
  /** The site's own code; undefined if there is none. */
  readonly extensions: readonly ExtensionIdentity[] | undefined;
  readonly files: readonly StaticFile[];
  readonly record: TrackedContent['record'];
  readonly versionOf: VersionOf;
}

interface Options {
  readonly config: ServerConfig;
  /** What features add to the public interface. */
  readonly features: ContentAreas;
  /** The content folder, being read already. */
  readonly seen: SeenContent;
  /** The version of Quire: another one may write other bytes. */
  readonly version: string;
  /** By default the time of the commit. */
  readonly at?: Date | undefined;
  /** Leaves out the pictures that Quire generates. */
  readonly withoutImages?: boolean;
  /** The site's own code; none by default. */
  readonly extensions?: readonly LoadedExtension[];
  /** The crops of pictures that it declares. */
  readonly images?: LoadedCode['images'];
  /** The environment, for the secrets that extensions need; empty by default. */
  readonly environment?: OutsideParts['environment'];
}

/** Reads a content folder for an export, possibly beside a running server. Writes nothing to the repository. */
export async function openStaticSite(options: Options): Promise<StaticSite> {
  const { config, features, seen, version, at, withoutImages = false, extensions = [], images } = options;
  const identities = extensions.length > 0 ? extensions.map(identifyExtension) : undefined;
  const privateDir = await preparePrivateFolder(config.privateDir);
  const site = await readSite({ config, seen, privateDir, at, code: createLoadedCode({ extensions, images }) });
  const { store, storage, fileVersions } = site;
  const { content } = site.view;
  const { files, drawn } = openFiles({ storage, check: UNCHECKED, cacheDir: join(privateDir, 'cache') });
  const tracked = trackContent(content, files, () => new Date(site.at));
  const { siteUrl, cache, media } = config;
  return {
    ...{ commit: site.commit, at: site.at, uncommitted: site.uncommitted, save: site.save },
    problems: store.problems().length,
    recipe: digestParts({
      ...{ version, withoutImages, siteUrl, cache, storage: media.storage },
      ...{ extensions: identities, ...(images && { images }) },
    }),
    extensions: identities,
    files: listStaticFiles({
      tracked,
      drawn,
      config,
      features,
      withoutImages,
      others: ownEndpoints(tracked, site, options),
    }),
    record: tracked.record,
    versionOf: createVersions({
      ...{ content, at: site.at, fileAt: store.fileAt },
      fileVersion: (name) => fileVersions.get(name) ?? '-',
    }),
  };
}

function ownEndpoints(
  { content, clock }: TrackedContent,
  site: Pick<ReadSite, 'search'>,
  { extensions = [], environment = {}, config }: Options,
): readonly Endpoint[] {
  requireSoundEndpoints(extensions);
  const search = (): ReturnType<typeof site.search> => {
    // What is found may change with any page.
    content.all('page');
    return site.search();
  };
  return publicExtensionEndpoints({
    ...{ extensions, content, clock, search, environment, allowsPrivate: config.allowPrivateWebhooks },
    onSlow: () => undefined,
  });
}

/** Problems of media files are reported by a server. */
const UNCHECKED = { note: () => undefined, noteBroken: () => undefined };

const digestParts = (parts: object): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);
