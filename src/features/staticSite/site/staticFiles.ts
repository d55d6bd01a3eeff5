import type { Readable } from 'node:stream';
import type { ServerConfig } from '../../../config.ts';
import { type CallEndpoint, createEndpointCaller } from '../../../http/answer/ask.ts';
import { toBytes } from '../../../http/answer/toBytes.ts';
import { type ContentAreas, plainEndpoints } from '../../../http/content/plainEndpoints.ts';
import { type Endpoint, fillPathParams, type PathParams } from '../../../http/endpoint.ts';
import { foldCase } from '../../../lib/text/foldCase.ts';
import type { DrawnPictures } from '../../../media/picture/drawnPictures.ts';
import { CmsError } from '../../../model/errors.ts';
import { isSafeFile } from './manifest.ts';
import type { TrackedContent } from './trackContent.ts';

/** One file of the static site, made on demand. */
export interface StaticFile {
  readonly file: string;
  /** Null if the server would answer without a body: nothing is there, or it is elsewhere. */
  make(): Promise<Buffer | Readable | null>;
}

interface Options {
  readonly tracked: TrackedContent;
  readonly drawn: DrawnPictures;
  readonly config: Pick<ServerConfig, 'siteUrl' | 'cache'>;
  /** Endpoints beside those of the content interface. */
  readonly others?: readonly Endpoint[];
  readonly features: ContentAreas;
  /** Whether to leave out the pictures that Quire generates. */
  readonly withoutImages: boolean;
}

/** Every file of the static site (contract, section 12). Throws if two of them cannot exist side by side. */
export function listStaticFiles(options: Options): readonly StaticFile[] {
  const { tracked, drawn, config, features, others = [], withoutImages } = options;
  const { siteUrl, cache } = config;
  const all = [...plainEndpoints({ ...tracked, ...features, drawn, siteUrl, cache }), ...others]
    .flatMap(listEndpointFiles)
    .filter(({ file }) => !(withoutImages && MADE_IMAGE.test(file)));
  requireSideBySide(all.map(({ file }) => file));
  return all;
}

/** Pictures that are drawn or resized, which can take long. */
const MADE_IMAGE = /^api\/content\/(?:og\/|media\/\d+\/(?:thumbnail|medium|large|w\d+)\.webp$)/;

/** The files of an endpoint: each has the path and the body of one answer. */
function listEndpointFiles(endpoint: Endpoint): readonly StaticFile[] {
  if (!endpoint.exports) return [];
  const ask = createEndpointCaller(endpoint);
  return Array.from(endpoint.exports(), (params) => ({
    file: fillPathParams(endpoint.path, params).slice(1),
    make: () => makeBody(ask, params),
  }));
}

async function makeBody(ask: CallEndpoint, params: PathParams<string>): Promise<Buffer | Readable | null> {
  try {
    const answer = await ask(params);
    return (answer.status ?? 200) === 200 ? toBytes(answer).bytes : null;
  } catch (error) {
    // A media item whose file is gone: the server answers 404, and so will a static host.
    if (error instanceof CmsError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}

function requireSideBySide(files: readonly string[]): void {
  const byFolded = new Map<string, string>();
  for (const file of files) {
    if (!isSafeFile(file)) throw new Error(`${file} cannot be a file of the static site`);
    const folded = foldCase(file);
    const other = byFolded.get(folded);
    if (other !== undefined) throw new Error(`${other} and ${file} would be one file of the static site`);
    byFolded.set(folded, file);
  }
  for (const [folder, file] of indexFolders(files)) {
    const other = byFolded.get(foldCase(folder));
    if (other !== undefined) throw new Error(`${other} would be both a file and the folder of ${file}`);
  }
}

/** Every folder that contains files, with one of these. */
function indexFolders(files: readonly string[]): ReadonlyMap<string, string> {
  const folders = new Map<string, string>();
  for (const file of files) {
    for (let end = file.lastIndexOf('/'); end > 0; end = file.lastIndexOf('/', end - 1)) {
      const folder = file.slice(0, end);
      // The folders above it are known too.
      if (folders.has(folder)) break;
      folders.set(folder, file);
    }
  }
  return folders;
}
